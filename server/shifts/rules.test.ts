import { expect, test } from 'vitest'
import type { Change, Row } from '#server/engine/collections/define.ts'
import { applyShiftRules } from './rules.ts'

const NOW = '2027-04-01T10:00:00.000Z'
const EVENT = { start: '2027-05-01T09:00:00Z', end: '2027-05-01T12:00:00Z' }
const BEFORE = {
  id: 1,
  event: 1,
  person: null,
  role: null,
  assignment: null,
  location: null,
  ...EVENT,
  modified_start: null,
  modified_end: null,
  actual_start: null,
  actual_end: null,
  draft: null,
  published_by: null,
  assigned_at: null,
  start_changed_at: null,
  sequence: 4,
}

const settle = (given: Row, before: Change['before'] = BEFORE) => {
  const empty: Row = { ...BEFORE, start: null, end: null, sequence: null }
  const change: Change = { before, given, asked: {}, after: { ...(before ?? empty), ...given }, issues: {} }
  applyShiftRules(change, EVENT, NOW, 7)
  return change
}

test.each([
  ['notes', { notes: 'x' }, 4],
  ['publication', { draft: NOW }, 4],
  ['person', { person: 2 }, 5],
  ['role', { role: 2 }, 5],
  ['assignment', { assignment: 2 }, 5],
  ['location', { location: 2 }, 5],
  ['start', { start: '2027-05-01T10:00:00Z' }, 5],
  ['end', { end: '2027-05-01T13:00:00Z' }, 5],
])('updates calendars for %s or not', (_what, given, sequence) => {
  expect(settle(given).after.sequence).toBe(sequence)
})

test('starts a new shift without a change for calendars', () => {
  expect(settle({ event: 1, person: 3 }, null).after).toMatchObject({
    ...EVENT,
    sequence: 0,
    assigned_at: NOW,
    start_changed_at: null,
    published_by: null,
  })
})

test('clears the assignment time with the person', () => {
  expect(settle({ person: null }, { ...BEFORE, person: 3, assigned_at: 'then' }).after.assigned_at).toBeNull()
})

test('records who published and when, and keeps both on repetition', () => {
  expect(settle({ draft: '2027-03-01T00:00:00Z' }).after).toMatchObject({
    draft: '2027-03-01T00:00:00Z',
    published_by: 7,
  })
  expect(settle({ draft: '2027-06-01T00:00:00Z' }).after.draft).toBe(NOW)
  expect(settle({}, { ...BEFORE, draft: NOW, published_by: 3 }).after.published_by).toBe(3)
  expect(settle({ draft: null }, { ...BEFORE, draft: NOW, published_by: 3 }).after.published_by).toBeNull()
})

const LONG_AGO = { start: '2027-03-01T09:00:00Z', end: '2027-03-01T12:00:00Z' }
test.each([
  [{ end: EVENT.start }, ['end']],
  [{ end: '2027-04-01T09:00:00Z' }, ['end']],
  [{ actual_end: LONG_AGO.end }, ['actual_start']],
  [{ actual_start: LONG_AGO.end, actual_end: LONG_AGO.start }, ['actual_end']],
  [{ actual_start: LONG_AGO.start, actual_end: LONG_AGO.start }, []],
  [{ actual_start: EVENT.start }, ['actual_start']],
  [{ actual_start: LONG_AGO.start, actual_end: EVENT.end }, ['actual_end']],
  [{ actual_start: LONG_AGO.start, actual_end: '2027-03-02T12:00:01Z' }, ['actual_end']],
])('rejects %j under %j', (given, fields) => {
  expect(Object.keys(settle(given).issues)).toEqual(fields)
})
