import { expect, test } from 'vitest'
import { rateLength } from './password-length.ts'

test.each([
  ['', 0, 'At least 8 characters. Longer is stronger.'],
  ['a', 1, 'At least 7 more characters.'],
  ['1234567', 1, 'At least 1 more character.'],
  ['🦆🦆🦆🦆🦆🦆🦆', 1, 'At least 1 more character.'],
  ['12345678', 2, 'Long enough. Longer is stronger.'],
  ['123456789012', 3, 'A good length. Longer is stronger.'],
  ['tide-table-heron-42', 4, 'A very good length.'],
])('%j fills %i bars', (typed, bars, text) => {
  expect(rateLength(typed)).toEqual({ bars, text })
})
