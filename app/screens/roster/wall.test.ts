import { describe, expect, it } from 'vitest'
import { formatSpan, formatWall, shiftedEnd, usualEnd } from './wall.ts'

describe('wall-clock text', () => {
  it.each(['2027-03-28T01:30', '2027-03-14T02:30', '2027-10-31T01:30'])(
    'shows %s as it stands, whatever zone changes then',
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

  it('leaves a gap for what is not typed yet', () => {
    expect(spaced(formatSpan('T09:00', '2027-06-05T16:00', 'HH:mm'))).toBe('…–Sat 16:00')
  })

  it('keeps the length when a start moves, also over the end of a month', () => {
    expect(shiftedEnd('2027-06-30T20:00', '2027-06-30T22:30', '2027-06-30T23:00')).toBe('2027-07-01T01:30')
    expect(shiftedEnd('T20:00', '2027-06-30T22:30', '2027-06-30T23:00')).toBe('2027-06-30T23:00')
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
