import { expect, test } from 'vitest'
import { askedText, nextText } from './cover-words.ts'

test.each([
  [0, 0, 'Nobody was asked yet'],
  [1, 0, '1 person asked, 1 has not answered'],
  [6, 2, '6 people asked, 2 said no, 4 have not answered'],
  [3, 3, '3 people asked, 3 said no'],
])('%i asked, %i said no', (asked, declined, words) => expect(askedText({ asked, declined })).toBe(words))

test('each state of a search says what comes next', () => {
  expect(nextText('searching', 'Sat 5 Dec, 08:00')).toBe('The next people are asked on Sat 5 Dec, 08:00.')
  const states = ['searching', 'paused', 'exhausted', null] as const
  expect(new Set(states.map((state) => nextText(state, null))).size).toBe(states.length)
})
