import { expect, test } from 'vitest'
import { askedText } from './asked-text.ts'

test.each([
  [0, 0, 'No one has been asked yet'],
  [1, 0, '1 asked, 1 hasn’t replied'],
  [6, 2, '6 asked, 2 said no, 4 haven’t replied'],
  [3, 3, '3 asked, 3 said no'],
  [4, 1, '4 asked, 1 said no, 1 hasn’t replied, 2 couldn’t be reached', 2],
] as [number, number, string, number?][])('%i asked, %i said no', (asked, declined, words, unreached) =>
  expect(askedText({ asked, declined, ...(unreached && { unreached }) })).toBe(words),
)
