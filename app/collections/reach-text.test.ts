import { expect, test } from 'vitest'
import { reachOf, reachText } from './reach-text.ts'

test('lists in numbers what is removed and emptied', () => {
  const reach = { confirm: 6, also_removed: { shifts: 2, requests: 1 }, also_cleared: { events: 2, news: 1 } }
  expect(reachText(reach, 'Jetty')).toBe(
    '2 shifts and 1 request are deleted too. Jetty is taken off 2 events and 1 news post.',
  )
  expect(reachText({ also_removed: { records: 1 } }, 'Jetty')).toBe('1 record is deleted too.')
  expect(reachText({ also_cleared: { shifts: 1, events: 1, equipment: 3 } }, 'Jetty')).toBe(
    'Jetty is taken off 1 shift, 1 event and 3 pieces of equipment.',
  )
  expect(reachText({ also_removed: { shifts: 1 }, also_held: { messages: 1 } }, 'Race')).toBe(
    '1 shift is deleted too. 1 scheduled message needs it and won’t be sent.',
  )
  expect(reachText({ also_held: { messages: 2 } }, 'Race')).toBe('2 scheduled messages need it and won’t be sent.')
  expect(reachText({ also_removed: { shifts: 2 }, also_worked: { signed_in: 1, hours: 7.5 } }, 'Race')).toBe(
    '2 shifts are deleted too. 1 person is signed in. Their recorded time stops now. 7.5 recorded hours stay on the timesheets.',
  )
  expect(reachText({ also_worked: { signed_in: 3 } }, 'Race')).toBe(
    '3 people are signed in. Their recorded time stops now.',
  )
  expect(reachText({}, 'Jetty')).toBe('')
})

test('an answer without counts needs no confirmation', () => {
  expect(reachOf({ detail: 'Someone else was faster.' })).toBeNull()
  expect(reachOf({ confirm: ['Must be a number.'] })).toBeNull()
  expect(reachOf(null)).toBeNull()
})
