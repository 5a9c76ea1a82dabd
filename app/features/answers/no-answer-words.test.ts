import { expect, test } from 'vitest'
import { askedWhen, followsText } from './no-answer-words.ts'

const shift = { asked_at: '2027-11-16', nudged_at: null, sms_failed: false }
const day = (instant: string) => instant.slice(5)

test('a row shows when someone was asked, and whether a text arrived', () => {
  expect(askedWhen(shift, day)).toBe('Asked 11-16')
  expect(askedWhen({ ...shift, nudged_at: '2027-11-18', sms_failed: true }, day)).toBe(
    'Asked 11-16, again 11-18, the text was not delivered',
  )
})

test.each([
  [null, 'asks for cover'],
  [{ people: 0, waits: false, at: null }, 'no one suitable is free'],
  [{ people: 1, waits: true, at: null }, 'asks 1 person now'],
  [{ people: 5, waits: false, at: '2027-11-19T08:00:00Z' }, 'asks 5 people in the morning'],
])('the effect of a no names the people it reaches: %o', (first, words) => expect(followsText(first)).toBe(words))
