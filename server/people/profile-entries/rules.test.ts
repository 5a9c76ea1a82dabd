import { expect, test } from 'vitest'
import { entryProblem } from './rules.ts'

test.each([
  ['text', 'anything', true],
  ['number', '12.5', true],
  ['number', '-3', true],
  ['number', 'twelve', false],
  ['date', '2027-02-28', true],
  ['date', '2027-02-30', false],
  ['choice', 'Crew', true],
  ['choice', 'crew', false],
  ['boolean', 'true', true],
  ['boolean', 'yes', false],
] as const)('validates a field of kind %s with %s: %s', (kind, value, fits) => {
  expect(entryProblem(value, { kind, choices: ['Helm', 'Crew'] }) === null).toBe(fits)
})
