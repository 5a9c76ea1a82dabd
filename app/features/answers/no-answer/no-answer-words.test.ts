import { expect, test } from 'vitest'
import { askedWhen, followsText, headText, restText } from './no-answer-words.ts'

const shift = { asked_at: '2027-11-16', nudged_at: null, sms_failed: false }
const day = (instant: string) => instant.slice(5)

test('the head counts people and events', () => {
  expect(headText({ people: 0, all_events: 0 })).toBe('No answers are missing.')
  expect(headText({ people: 2, all_events: 1 })).toBe('2 people, asked and still silent, for 1 event.')
})

test('a row shows when someone was asked, and whether a text arrived', () => {
  expect(askedWhen(shift, day)).toBe('Asked 11-16')
  expect(askedWhen({ ...shift, nudged_at: '2027-11-18', sms_failed: true }, day)).toBe(
    'Asked 11-16, again 11-18, the text was not delivered',
  )
})

test('the text below the list counts the rest', () => {
  expect(restText({ count: 0, events: [] }, 5)).toMatch(/^Everybody else with a shift in the next 5 days has answered/)
  expect(restText({ count: 7, events: [] }, 5)).toMatch(/^7 further shifts will move up/)
})

test.each([
  [null, 'asks for cover'],
  [{ people: 0, waits: false, at: null }, 'nobody suitable is free'],
  [{ people: 1, waits: true, at: null }, 'asks 1 person now'],
  [{ people: 5, waits: false, at: '2027-11-19T08:00:00Z' }, 'asks 5 people in the morning'],
])('the effect of a no names the people it reaches: %o', (first, words) => expect(followsText(first)).toBe(words))
