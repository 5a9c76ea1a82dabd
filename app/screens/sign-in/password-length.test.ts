import { expect, test } from 'vitest'
import { lengthOf } from './password-length.ts'

test.each([
  ['', 0, 'At least 8 characters. Longer is better than stranger.'],
  ['a', 1, '7 more characters at least.'],
  ['1234567', 1, '1 more character at least.'],
  ['🦆🦆🦆🦆🦆🦆🦆', 1, '1 more character at least.'],
  ['12345678', 2, 'Long enough. Longer is better than stranger.'],
  ['123456789012', 3, 'A good length. Longer is better than stranger.'],
  ['tide-table-heron-42', 4, 'A very good length.'],
])('%j fills %i bars', (typed, bars, words) => {
  expect(lengthOf(typed)).toEqual({ bars, words })
})
