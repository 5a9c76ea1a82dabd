import { expect, test } from 'vitest'
import { agendaTime, wholeDays } from './agenda-time.ts'

const watch = {
  kind: 'event',
  start: '2027-05-07T20:00:00Z',
  end: '2027-05-09T06:00:00Z',
  first: '2027-05-07',
  last: '2027-05-09',
  all_day: false,
} as const
const time = (instant: string) => instant.slice(11, 16)

test.each([
  [watch, '2027-05-07', ['20:00', 'until 05-09']],
  [watch, '2027-05-08', ['All day', 'until 05-09']],
  [watch, '2027-05-09', ['Ends', '06:00']],
  [{ ...watch, last: '2027-05-07' }, '2027-05-07', ['20:00', '06:00']],
  [{ ...watch, kind: 'series' }, '2027-05-07', ['All day', 'until 05-09']],
  [{ ...watch, kind: 'series' }, '2027-05-09', ['All day', null]],
  [{ ...watch, all_day: true }, '2027-05-07', ['All day', 'until 05-09']],
  [{ ...watch, all_day: true, last: '2027-05-07' }, '2027-05-07', ['All day', null]],
] as const)('%j on %s', (item, day, words) => {
  expect(agendaTime(item, day, { time, shortDay: (of) => of.slice(5) })).toEqual(words)
})

test('whole days are named without a time', () => {
  const day = (text: string) => text.slice(5)
  expect(wholeDays({ first: '2027-05-07', last: '2027-05-07' }, day)).toBe('05-07, all day')
  expect(wholeDays(watch, day)).toBe('05-07 – 05-09, all day')
})
