import { expect, test } from 'vitest'
import { askedText } from './asked-text.ts'

test.each([
  [0, 0, 'No one was asked yet'],
  [1, 0, '1 asked, 1 has not answered'],
  [6, 2, '6 asked, 2 said no, 4 have not answered'],
  [3, 3, '3 asked, 3 said no'],
  [4, 1, '4 asked, 1 said no, 1 has not answered, 2 could not be reached', 2],
] as [number, number, string, number?][])('%i asked, %i said no', (asked, declined, words, unreached) =>
  expect(askedText({ asked, declined, ...(unreached && { unreached }) })).toBe(words),
)
