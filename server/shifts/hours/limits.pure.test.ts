import { describe, expect, test } from 'vitest'
import { hoursProblem, IN_FUTURE, maxWorkedMs, type WorkedTimes } from './limits.pure.ts'

const on = (text: string) => new Date(`2027-03-${text}Z`)
const planned = (start: string, end: string) => ({ start: on(start), end: on(end) })
const day = planned('10T09:00', '10T17:00')
const camp = planned('10T09:00', '12T09:00')
const NOW = on('20T12:00')
const BOTH = ['actual_start', 'actual_end'] as const

const AFTER_24 = { field: 'actual_end', message: 'Must be at most 24 hours after the start.' }

describe('the times of a shift', () => {
  test.each<[string, ReturnType<typeof planned>, string, string | null, boolean, unknown]>([
    ['a start now', day, '20T12:00', null, false, null],
    ['a start that is five minutes ahead', day, '20T12:05', null, false, null],
    ['a start later than that', day, '20T12:05:00.001', null, false, { field: 'actual_start', message: IN_FUTURE }],
    ['the same by an admin', day, '20T12:05:00.001', null, true, { field: 'actual_start', message: IN_FUTURE }],
    ['an end that is five minutes ahead', day, '20T09:00', '20T12:05', false, null],
    ['an end later than that', day, '20T09:00', '20T12:05:00.001', false, { field: 'actual_end', message: IN_FUTURE }],
    ['the same by an admin', day, '20T09:00', '20T12:06', true, { field: 'actual_end', message: IN_FUTURE }],
    ['a day after the start', day, '10T09:00', '11T09:00', false, null],
    ['more than a day after the start', day, '10T09:00', '11T09:00:00.001', false, AFTER_24],
    ['long ago, by an admin', day, '01T09:00', '01T17:00', true, null],
    ['a day more than planned, by an admin', day, '10T09:00', '11T17:00', true, null],
    [
      'more than that, by an admin',
      day,
      '10T09:00',
      '11T17:01',
      true,
      { field: 'actual_end', message: 'Must be at most 32 hours after the start.' },
    ],
    ['a shift that is planned for two days, with the hours beside it', camp, '10T08:00', '12T10:00', false, null],
    [
      'and more than that',
      camp,
      '10T08:00',
      '12T10:01',
      false,
      { field: 'actual_end', message: 'Must be at most 50 hours after the start.' },
    ],
    ['and a day more, by an admin', camp, '10T09:00', '13T09:00', true, null],
  ])('%s', (_what, shift, start, end, admin, expected) => {
    const times: WorkedTimes = { ...shift, actual_start: on(start), actual_end: end === null ? null : on(end) }
    expect(hoursProblem(times, { now: NOW, admin, changed: BOTH })).toEqual(expected)
  })

  test('rejects the year 2099 for everyone', () => {
    const times = { ...day, actual_start: on('10T09:00'), actual_end: new Date('2099-01-01T00:00Z') }
    for (const admin of [true, false])
      expect(hoursProblem(times, { now: NOW, admin, changed: ['actual_end'] })?.message).toBe(IN_FUTURE)
    const now = new Date('2099-01-01T00:00Z')
    expect(hoursProblem(times, { now, admin: true, changed: ['actual_end'] })?.message).toContain('at most 32 hours')
  })

  test('reports at the start when the start moves away from the end', () => {
    const times = { ...day, actual_start: on('08T09:00'), actual_end: on('10T17:00') }
    expect(hoursProblem(times, { now: NOW, admin: true, changed: ['actual_start'] })).toEqual({
      field: 'actual_start',
      message: 'Must be at most 32 hours before the end.',
    })
  })

  test('does not check unchanged stored hours again', () => {
    const times = { ...day, actual_start: on('10T09:00'), actual_end: new Date('2099-01-01T00:00Z') }
    expect(hoursProblem(times, { now: NOW, admin: true, changed: [] })).toBeNull()
  })

  test('allows an admin at least as much as a member', () => {
    for (const shift of [day, camp]) expect(maxWorkedMs(shift, true)).toBeGreaterThanOrEqual(maxWorkedMs(shift, false))
  })
})
