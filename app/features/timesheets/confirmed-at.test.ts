import { expect, test } from 'vitest'
import { confirmedAt } from './confirmed-at.ts'

const zone = 'Australia/Sydney'
/** A wall-clock time of March 2027 in Sydney (UTC+11). */
const on = (wall: string) => new Date(`2027-03-${wall}+11:00`).toISOString()
const day = { start: on('10T09:00'), end: on('10T17:00'), actual_start: null }
const night = { start: on('10T22:00'), end: on('11T06:00'), actual_start: null }
const late = { start: on('10T18:00'), end: on('11T00:00'), actual_start: null }
const midnight = { start: on('11T00:00'), end: on('11T04:00'), actual_start: null }
const camp = { start: on('10T18:00'), end: on('13T16:00'), actual_start: on('10T17:30') }
const evening = { start: on('10T18:00'), end: on('10T23:00'), actual_start: null }

test.each([
  ['a start on its day', day, '09:05', '10T09:06', '10T09:05'],
  ['a start of a day that is over', day, '09:05', '12T10:00', '10T09:05'],
  ['a start before midnight, told after it', night, '22:05', '11T00:10', '10T22:05'],
  ['a start of midnight, of a shift that ends then', late, '00:00', '10T18:30', '10T00:00'],
  ['a start after midnight', night, '00:10', '11T00:10', '11T00:10'],
  ['a start ten minutes early for midnight', midnight, '23:50', '10T23:51', '10T23:50'],
  ['a start long before midnight is one of the day', midnight, '22:30', '10T23:51', '11T22:30'],
])('%s', (_what, shift, time, now, expected) => {
  expect(new Date(confirmedAt({ what: 'start', time, shift, now: on(now), zone })).toISOString()).toBe(on(expected))
})

test.each([
  ['an end on its day', { ...day, actual_start: on('10T09:05') }, '17:02', '10T17:03', '10T17:02'],
  ['an end told days later', { ...day, actual_start: on('10T09:05') }, '17:02', '13T18:00', '10T17:02'],
  ['an end past midnight', { ...night, actual_start: on('10T22:05') }, '06:00', '11T06:01', '11T06:00'],
  [
    'an end past midnight, told days later',
    { ...night, actual_start: on('10T22:05') },
    '06:00',
    '13T09:00',
    '11T06:00',
  ],
  ['an early end before midnight', { ...night, actual_start: on('10T22:05') }, '23:30', '10T23:31', '10T23:30'],
  ['an evening that ran over midnight', { ...evening, actual_start: on('10T18:00') }, '00:30', '11T00:31', '11T00:30'],
  ['an end at midnight', { ...late, actual_start: on('10T18:05') }, '00:00', '11T00:01', '11T00:00'],
  [
    'an end after the midnight that ends it',
    { ...late, actual_start: on('10T18:05') },
    '00:40',
    '11T00:41',
    '11T00:40',
  ],
  [
    'a slip before a shift that ends at midnight',
    { ...late, actual_start: on('10T18:05') },
    '17:00',
    '11T18:00',
    '10T17:00',
  ],
  ['a slip before a night shift', { ...night, actual_start: on('10T22:05') }, '21:00', '11T21:30', '10T21:00'],
  [
    'a slip before an evening, told the next day',
    { ...evening, actual_start: on('10T18:00') },
    '10:30',
    '11T11:00',
    '10T10:30',
  ],
  ['an end within a camp of three days', camp, '19:45', '12T20:00', '12T19:45'],
  ['an end of yesterday evening within a camp', camp, '22:00', '12T08:00', '11T22:00'],
  ['the end of a camp, a little late', camp, '16:30', '13T16:40', '13T16:30'],
  ['a slip before the start stays one', { ...day, actual_start: on('10T09:05') }, '08:00', '10T17:03', '10T08:00'],
  ['a slip stays one on the next day', { ...day, actual_start: on('10T09:05') }, '08:00', '11T17:03', '10T08:00'],
])('%s', (_what, shift, time, now, expected) => {
  expect(new Date(confirmedAt({ what: 'end', time, shift, now: on(now), zone })).toISOString()).toBe(on(expected))
})

test('an end in the repeated hour is after its start', () => {
  // On 4 April 2027 at 3:00 clocks in Sydney go back to 2:00: 15:30 and 16:30 UTC are both 2:30.
  const shift = { start: '2027-04-03T14:00:00Z', end: '2027-04-03T20:00:00Z', actual_start: '2027-04-03T16:10:00Z' }
  expect(confirmedAt({ what: 'end', time: '02:30', shift, now: '2027-04-03T16:40:00Z', zone })).toBe(
    '2027-04-03T16:30:00Z',
  )
})
