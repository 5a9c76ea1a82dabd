import { describe, expect, it } from 'vitest'
import {
  dateOf,
  distanceText,
  formatSpan,
  formatSpanAt,
  formatWall,
  isMoved,
  isWallOutside,
  isWallTime,
  movedAlong,
  timeOf,
  usualEnd,
} from './wall.ts'

describe('wall-clock text', () => {
  it.each(['2027-03-28T01:30', '2027-03-14T02:30', '2027-10-31T01:30'])(
    'shows %s unchanged, whatever zone changes then',
    (wall) => {
      expect(formatWall(wall, 'YYYY-MM-DDTHH:mm')).toBe(wall)
    },
  )

  const spaced = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u200b', '')

  it('names the day of an end on another day', () => {
    expect(spaced(formatSpan('2027-06-05T22:00', '2027-06-06T02:00', 'HH:mm'))).toBe('22:00–Sun 02:00')
    expect(spaced(formatSpan('2027-06-05T09:00', '2027-06-05T16:00', 'h:mm a'))).toBe('9:00 am–4:00 pm')
  })

  it('never breaks inside a time', () => {
    expect(formatSpan('2027-06-05T09:00', '2027-06-05T16:00', 'h:mm a')).not.toContain(' ')
  })

  it('shows a gap for what is not typed yet', () => {
    expect(spaced(formatSpan('T09:00', '2027-06-05T16:00', 'HH:mm'))).toBe('…–Sat 16:00')
  })

  it('keeps the length when a start moves, also over the end of a month', () => {
    const late = { from: '2027-06-30T20:00', to: '2027-06-30T22:30' }
    expect(movedAlong('2027-06-30T23:00', late)).toBe('2027-07-01T01:30')
    expect(movedAlong('2027-06-30T23:00', { ...late, from: 'T20:00' })).toBe('2027-06-30T23:00')
  })

  it.each([
    ['2027-02-30T10:00', '2027-02-30', '10:00'],
    ['Tue 22 novT10:00', 'Tue 22 nov', '10:00'],
    ['22/11/2027T', '22/11/2027', ''],
    ['T10:00', '', '10:00'],
    ['', '', ''],
  ])('keeps the invalid time %j as typed', (wall, date, time) => {
    expect([dateOf(wall), timeOf(wall), isWallTime(wall)]).toEqual([date, time, false])
    expect(movedAlong('2027-06-30T23:00', { from: '2027-06-30T20:00', to: wall })).toBe('2027-06-30T23:00')
  })

  it('names the day of a shift on another day than its event', () => {
    const at = (day: string) =>
      spaced(
        formatSpanAt(`${day}T10:00`, `${day}T16:00`, '2027-06-06T10:00', {
          timeFormat: 'HH:mm',
          shortDay: (of) => formatWall(`${of}T00:00`, 'ddd D MMM'),
        }),
      )
    expect([at('2027-06-06'), at('2027-06-05')]).toEqual(['10:00–16:00', 'Sat 5 Jun, 10:00–16:00'])
  })
})

it.each([
  ['2027-06-05T12:00', 120, '2027-06-05T12:00'],
  ['2027-06-05T18:00', 120, '2027-06-05T12:00'],
  ['2027-06-05T18:00', null, '2027-06-05T18:00'],
  ['2027-06-05T11:00', 120, '2027-06-05T11:00'],
])('a new shift of an event until %s, usually %s minutes long, ends at %s', (end, minutes, expected) => {
  expect(usualEnd('2027-06-05T10:00', end, minutes)).toBe(expected)
})

it.each([
  ['a day later', '2027-06-06T10:00', '2027-06-06T16:00', true, 'by 1 day'],
  ['two hours later and shorter', '2027-06-05T12:00', '2027-06-05T17:00', true, 'by 2 h'],
  ['a day and a half earlier', '2027-06-03T22:00', '2027-06-04T04:00', true, 'by 1 day and 12 h'],
  ['only longer', '2027-06-05T09:00', '2027-06-05T17:00', false, 'by 1 h'],
  ['only from later', '2027-06-05T11:00', '2027-06-05T16:00', false, 'by 1 h'],
  ['while its end is typed', '2027-06-06T10:00', '2027-06-06T', false, 'by 1 day'],
])('an event is moved, or only longer or shorter: %s', (_what, start, end, moved, distance) => {
  const before = { start: '2027-06-05T10:00', end: '2027-06-05T16:00' }
  expect(isMoved(before, { start, end })).toBe(moved)
  expect(distanceText({ from: before.start, to: start })).toBe(distance)
})

it('a shift on another day lies outside its event; while a time is typed none does', () => {
  const event = { start: '2027-06-06T10:00', end: '2027-06-06T16:00' }
  expect(isWallOutside({ start: '2027-06-05T10:00', end: '2027-06-05T16:00' }, event)).toBe(true)
  expect(isWallOutside(event, event)).toBe(false)
  expect(isWallOutside({ start: '2027-06-05T', end: '2027-06-05T16:00' }, event)).toBe(false)
})
