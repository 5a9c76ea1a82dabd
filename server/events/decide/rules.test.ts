import { expect, test } from 'vitest'
import { awaitsDecision, decisionIssues, meterOf, missingOf, moreText, type Need, needText } from './rules.ts'

const event = { start: '2027-07-10T08:00:00Z', minimum: 4, decide_at: '2027-07-09T17:00:00Z' }
const boat = (filled: number, minimum: number) => ({ assignment: 1, name: 'Safety Boat', minimum, filled })
const officer = (filled: number, minimum: number) => ({ assignment: 2, name: 'Race Officer', minimum, filled })
const need = (minimum: number | null, filled: number, ...assignments: Need['assignments']): Need => ({
  minimum,
  filled,
  assignments,
})

test('an event with a decision time needs a minimum, and is decided before it starts', () => {
  expect(decisionIssues(event)).toEqual([])
  expect(decisionIssues({ ...event, decide_at: null, minimum: null })).toEqual([])
  expect(decisionIssues({ ...event, decide_at: event.start }).map(([field]) => field)).toEqual(['decide_at'])
  expect(decisionIssues({ ...event, decide_at: '2027-07-10T09:00:00+01:00' }).map(([field]) => field)).toEqual([
    'decide_at',
  ])
  expect(decisionIssues({ ...event, minimum: null }).map(([field]) => field)).toEqual(['minimum'])
  expect(decisionIssues({ ...event, minimum: null, minimums: [] }).map(([field]) => field)).toEqual(['minimum'])
  expect(decisionIssues({ ...event, minimum: null, minimums: [{ assignment: 1, minimum: 1 }] })).toEqual([])
  expect(decisionIssues({ ...event, minimum: 0 })).toEqual([])
})

test.each<[Need, number, string]>([
  [need(4, 3), 1, '3 of the 4 people needed'],
  [need(4, 5), 0, ''],
  [need(null, 5, boat(1, 2)), 1, '1 of the 2 people needed for Safety Boat'],
  [need(4, 3, boat(1, 2)), 1, '3 of the 4 people needed, 1 of the 2 for Safety Boat'],
  [need(4, 3, boat(2, 2)), 1, '3 of the 4 people needed'],
  [need(4, 5, boat(0, 2), officer(0, 1)), 3, '0 of the 2 people needed for Safety Boat, 0 of 1 for Race Officer'],
  [need(null, 0), 0, ''],
])('what is missing counts by assignment and on the whole', (given, missing, text) => {
  expect(missingOf(given)).toBe(missing)
  expect(needText(given)).toBe(text)
})

test('the text states how many more must sign up, and for what', () => {
  expect(moreText(1, [])).toBe('1 more')
  expect(moreText(2, [])).toBe('2 more')
  expect(moreText(1, [{ name: 'Safety Boat', lacks: 1 }])).toBe('1 more for Safety Boat')
  expect(moreText(3, [{ name: 'Safety Boat', lacks: 1 }])).toBe('3 more, 1 of them for Safety Boat')
  const three = ['Safety Boat', 'Race Officer', 'Galley'].map((name) => ({ name, lacks: 1 }))
  expect(moreText(3, three)).toBe('3 more, 1 of them for Safety Boat, 1 for Race Officer and 1 for Galley')
})

test('the meter has a segment for each person, each missing one and each open shift beyond that', () => {
  expect(meterOf(need(4, 3), 6)).toEqual({ filled: 3, needed: 1, extra: 2 })
  expect(meterOf(need(4, 5), 6)).toEqual({ filled: 5, needed: 0, extra: 1 })
  expect(meterOf(need(4, 1), 2)).toEqual({ filled: 1, needed: 3, extra: 0 })
  expect(meterOf(need(0, 0), 0)).toEqual({ filled: 0, needed: 0, extra: 0 })
  expect(meterOf(need(4, 5, boat(0, 2)), 8)).toEqual({ filled: 5, needed: 2, extra: 1 })
})

test('only an undecided event with a time and too few people waits for a decision', () => {
  const open = { decide_at: event.decide_at, decision: null }
  expect(awaitsDecision(open, need(4, 3))).toBe(true)
  expect(awaitsDecision(open, need(4, 4))).toBe(false)
  expect(awaitsDecision(open, need(4, 4, boat(1, 2)))).toBe(true)
  expect(awaitsDecision({ ...open, decision: 'go' }, need(4, 3))).toBe(false)
  expect(awaitsDecision({ ...open, decide_at: null }, need(4, 3))).toBe(false)
  expect(awaitsDecision(open, need(null, 0))).toBe(false)
})
