import { expect, test } from 'vitest'
import { boardText, byReason, manyText, orderText, pageText, startText, weeksOf } from './board-words.ts'

test('omits zero counts', () => {
  const none = { stuck: 0, unsought: 0, searching: 0, paused: 0, open: 0 }
  expect(boardText({ total: { ...none, stuck: 1, paused: 2 } })).toBe('1 stuck, 2 paused')
  expect(boardText({ total: { ...none, unsought: 1, open: 240 } })).toBe('1 not asked yet, 240 open')
  expect([manyText(4, true), manyText(100, false)]).toEqual(['Ask for all 4…', 'Ask for these 100…'])
  expect([pageText(1, 100, 345), pageText(4, 45, 345)]).toEqual(['1 to 100 of 345', '301 to 345 of 345'])
})

test('shows when someone was last asked, and how many shifts they had', () => {
  expect(orderText(1, null)).toBe('Never asked, 1 shift in 90 days')
  expect(orderText(2, '3 May')).toBe('Last asked 3 May, 2 shifts in 90 days')
})

test('counts everyone once, by the first reason', () => {
  const person = (id: number, ...codes: string[]) => ({
    person: id,
    name: `P${id}`,
    obstacles: codes.map((code) => ({ code, words: code })),
    lapsed: null,
  })
  const groups = byReason([person(1, 'rest'), person(2, 'clash', 'rest'), person(3, 'clash')])
  expect(groups.map(({ code, people }) => [code, people.length])).toEqual([
    ['clash', 2],
    ['rest', 1],
  ])
})

test('groups open shifts by week, Monday to Sunday, and by event', () => {
  const shift = (event: number, start: string) => ({ event, event_name: `E${event}`, start })
  const weeks = weeksOf(
    [shift(1, '2027-07-04'), shift(1, '2027-07-04'), shift(2, '2027-07-05'), shift(3, '2027-07-12')],
    '2027-07-01',
    (instant) => instant,
  )
  expect(weeks.map(({ name, shifts, events }) => [name, shifts.length, events.map(({ event }) => event)])).toEqual([
    ['This week', 2, [1]],
    ['Next week', 1, [2]],
    ['In 2 weeks', 1, [3]],
  ])
})

test('a start shows its number of shifts and people', () => {
  expect(startText(1, 5)).toBe('One shift: up to 5 people are asked now, and more later, until one says yes.')
  expect(startText(4, null)).toMatch(/^4 shifts: for each, everyone who can do it is asked now/)
})
