import { expect, test } from 'vitest'
import { type Entry, holdUntil, planOffers } from './rules.ts'

const NOW = new Date('2027-07-01T12:00:00Z')
const quiet = { quiet_start: '20:00', quiet_end: '08:00' }
const rules = { now: NOW, zone: 'UTC', quiet, suits: () => true }
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const place = (id: number, more: Partial<Entry> = {}): Entry => ({
  id,
  person: id + 100,
  offered: [],
  asked: false,
  ...more,
})
const pairs = (...args: Parameters<typeof planOffers>) =>
  planOffers(...args).map(({ waiting, shift }) => [waiting, shift])

test('a shift is held for a quarter of the time left, at most 12 hours, and not into the night', () => {
  const until = (hours: number) => holdUntil(NOW, { start: after(hours), zone: 'UTC', quiet }).toISOString()
  expect(until(28)).toBe('2027-07-01T19:00:00.000Z')
  expect(until(40)).toBe('2027-07-02T08:00:00.000Z')
  expect(until(500)).toBe('2027-07-02T08:00:00.000Z')
  for (const last of [24, 23]) expect(until(last)).toBe(after(last).toISOString())
})

test('two shifts go to the first two who suit them and were not offered them before', () => {
  const open = [
    { id: 1, start: after(100) },
    { id: 2, start: after(101) },
  ]
  const places = [place(1, { asked: true }), place(2, { offered: [1] }), place(3), place(4)]
  expect(pairs(open, places, rules)).toEqual([
    [3, 1],
    [2, 2],
  ])
  expect(pairs(open, places, { ...rules, suits: (_, person) => person === 104 })).toEqual([[4, 1]])
})

test('a shift that has begun is offered to no one', () => {
  expect(pairs([{ id: 1, start: NOW }], [place(1)], rules)).toEqual([])
})

test('in the last 24 hours everyone is asked, and the shifts are shared among them', () => {
  const open = [
    { id: 1, start: after(20) },
    { id: 2, start: after(21) },
  ]
  const offers = planOffers(open, [place(1), place(2), place(3)], rules)
  expect(offers.map(({ waiting, shift, exclusive }) => [waiting, shift, exclusive])).toEqual([
    [1, 1, false],
    [2, 2, false],
    [3, 1, false],
  ])
})

test('no one is asked at night unless no more than 12 hours are left', () => {
  const night = { ...rules, now: new Date('2027-07-01T22:00:00Z') }
  expect(pairs([{ id: 1, start: after(40) }], [place(1)], night)).toEqual([])
  expect(pairs([{ id: 1, start: after(21) }], [place(1)], night)).toEqual([[1, 1]])
})
