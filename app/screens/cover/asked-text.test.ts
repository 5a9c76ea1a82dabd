import { expect, test } from 'vitest'
import { askedText } from './asked-text.ts'

test.each([
  [0, 0, 'Nobody was asked yet'],
  [1, 0, '1 asked, 1 has not answered'],
  [6, 2, '6 asked, 2 said no, 4 have not answered'],
  [3, 3, '3 asked, 3 said no'],
])('%i asked, %i said no', (asked, declined, words) => expect(askedText({ asked, declined })).toBe(words))
