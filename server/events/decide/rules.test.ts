import { expect, test } from 'vitest'
import { awaitsDecision, decisionIssues, meterOf } from './rules.ts'

const event = { start: '2027-07-10T08:00:00Z', minimum: 4, decide_at: '2027-07-09T17:00:00Z' }

test('an event is decided before it starts, and by a number of people', () => {
  expect(decisionIssues(event)).toEqual([])
  expect(decisionIssues({ ...event, decide_at: null, minimum: null })).toEqual([])
  expect(decisionIssues({ ...event, decide_at: event.start }).map(([field]) => field)).toEqual(['decide_at'])
  expect(decisionIssues({ ...event, decide_at: '2027-07-10T09:00:00+01:00' }).map(([field]) => field)).toEqual([
    'decide_at',
  ])
  expect(decisionIssues({ ...event, minimum: null }).map(([field]) => field)).toEqual(['minimum'])
  expect(decisionIssues({ ...event, minimum: 0 })).toEqual([])
})

test('the meter has a segment for each person, each who is missing and each open shift beyond that', () => {
  expect(meterOf({ minimum: 4, filled: 3, all: 6 })).toEqual({ filled: 3, needed: 1, extra: 2 })
  expect(meterOf({ minimum: 4, filled: 5, all: 6 })).toEqual({ filled: 5, needed: 0, extra: 1 })
  expect(meterOf({ minimum: 4, filled: 1, all: 2 })).toEqual({ filled: 1, needed: 3, extra: 0 })
  expect(meterOf({ minimum: 0, filled: 0, all: 0 })).toEqual({ filled: 0, needed: 0, extra: 0 })
})

test('only an undecided event with a time and too few people waits for a decision', () => {
  const open = { ...event, decision: null }
  expect(awaitsDecision(open, 3)).toBe(true)
  expect(awaitsDecision(open, 4)).toBe(false)
  expect(awaitsDecision({ ...open, decision: 'go' }, 3)).toBe(false)
  expect(awaitsDecision({ ...open, decide_at: null }, 3)).toBe(false)
  expect(awaitsDecision({ ...open, minimum: null }, 0)).toBe(false)
})
