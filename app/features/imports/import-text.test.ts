import { expect, test } from 'vitest'
import { alsoCreated, resultText, submitLabel } from './import-text.ts'

const counts = (over: Partial<Parameters<typeof resultText>[1]>) => ({
  create: 0,
  update: 0,
  same: 0,
  error: 0,
  warning: 0,
  ...over,
})

test.each([
  ['people', { create: 38, update: 12, error: 5 }, true, 'Import 50 people, skip 5'],
  ['people', { create: 38, update: 12, error: 5 }, false, 'Import 50 people'],
  ['people', { create: 1 }, true, 'Import 1 person'],
  ['people', { update: 1 }, false, 'Update 1 person'],
  ['season', { create: 12_554 }, false, 'Import 12,554 shifts'],
  ['season', { same: 554, error: 2 }, true, 'Nothing to import'],
] as const)('%s %o, errors skipped %s: %s', (kind, given, skip, words) => {
  expect(submitLabel(kind, counts(given), skip)).toBe(words)
})

test('an import reports its result', () => {
  expect(resultText('people', counts({ create: 140, update: 3 }))).toBe('Created 140 people, updated 3')
  expect(resultText('season', counts({ update: 1 }))).toBe('Updated 1 shift')
})

test('counts all records created beside the rows, and names some, each once', () => {
  const events = ['Race', 'Race', ...Array.from({ length: 6 }, (_, i) => `Day ${i}`)]
  expect(alsoCreated({ events, locations: [], assignments: ['Galley'] })).toEqual([
    { title: '8 events', names: 'Race, Day 0, Day 1, Day 2, Day 3 and 2 more' },
    { title: '1 assignment', names: 'Galley' },
  ])
})
