import { expect, test } from 'vitest'
import { suggestedTime } from './suggested-time.ts'

const on = (text: string) => new Date(`2027-03-${text}Z`).toISOString()
const day = { start: on('10T09:00'), end: on('10T17:00'), actual_start: null as string | null }
const begun = { ...day, actual_start: on('10T09:05') }

test.each([
  ['a start that is over, as planned', 'start', day, '10T12:00', '10T09:00'],
  ['a start before its time, now', 'start', day, '10T08:40', '10T08:40'],
  ['an end that is over, as planned', 'end', begun, '12T10:00', '10T17:00'],
  ['an end before its time, now', 'end', begun, '10T12:00', '10T12:00'],
  [
    'the end of one who came after the planned end, now',
    'end',
    { ...day, actual_start: on('10T18:00') },
    '10T19:00',
    '10T19:00',
  ],
  [
    'the same days later, a day after the start',
    'end',
    { ...day, actual_start: on('10T18:00') },
    '13T19:00',
    '11T18:00',
  ],
] as const)('%s', (_what, what, shift, now, expected) => {
  expect(suggestedTime(what, shift, on(now))).toBe(on(expected))
})
