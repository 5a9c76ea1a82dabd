import { expect, test } from 'vitest'
import { nothingStaged, type Step, stage } from '#app/collections/changeset.ts'
import type { ShiftFields, StoredShift } from '#server/shifts/roster-editor/contract.ts'
import { doubtsAbout } from './doubts.ts'
import { judgeStaged } from './judge-staged.ts'
import { countShifts, editorShifts } from './roster-rows.ts'

const KNOWN = {
  required: { roles: { 2: [6] }, assignments: { 1: [5], 3: [5, 6] }, competencies: { 5: 'Powerboat', 6: 'First aid' } },
  people: {
    7: { inactive: false, held: { 5: '2027-06-05', 6: null } },
    8: { inactive: false, held: { 5: null } },
    9: { inactive: true, held: {} },
  },
}
const fields: ShiftFields = {
  ...{ person: 7, assignment: 1, role: 2, location: null, notes: '' },
  ...{ start: '2027-06-05T09:00', end: '2027-06-05T16:00' },
}
const judge = (over: Partial<ShiftFields> = {}) => judgeStaged({ ...fields, ...over }, KNOWN)
const NO_FIRST_AID = { inactive: false, missing: [{ name: 'First aid', until: null }] }

test('a staged person, role, assignment or time is judged immediately by the person’s competencies', () => {
  expect(judge()).toBeNull()
  expect(judge({ end: '2027-06-06T00:00' })).toBeNull()
  expect(judge({ end: '2027-06-06T00:01' })).toEqual({
    inactive: false,
    missing: [{ name: 'Powerboat', until: '2027-06-05' }],
  })
  expect(judge({ person: 8 })).toEqual(NO_FIRST_AID)
  expect(judge({ person: 8, role: null })).toBeNull()
  expect(judge({ person: 8, role: null, assignment: 3 })).toEqual(NO_FIRST_AID)
  expect(judge({ person: 8, assignment: 3 })).toEqual(NO_FIRST_AID)
  expect(judge({ person: 9, role: null, assignment: null })).toEqual({ inactive: true, missing: [] })
  expect(judge({ person: null })).toBeNull()
  expect(judge({ person: 99 })).toBeNull()
})

const row: StoredShift = {
  ...fields,
  ...{
    id: 1,
    version: 'v1',
    clash: null,
    published: true,
    answer: null,
    answered_for: false,
    sought: null,
    begun: false,
    unfit: null,
  },
}
const EVENT = { start: fields.start, end: fields.end, from: null }
const staged = (...steps: Step<ShiftFields>[]) => steps.reduce(stage<ShiftFields>, nothingStaged<ShiftFields>())
const shiftsOf = (...steps: Step<ShiftFields>[]) =>
  editorShifts([row, { ...row, id: 2, person: null }], staged(...steps), EVENT, (shift) => judgeStaged(shift, KNOWN))

test('a stored verdict holds until an edit touches its inputs', () => {
  const stored = { ...row, unfit: NO_FIRST_AID }
  const of = (patch: Partial<ShiftFields>) =>
    editorShifts([stored], staged({ do: 'change', record: stored, patch }), EVENT, () => null)[0]?.unfit
  expect(of({ notes: 'Bring a knife' })).toEqual(NO_FIRST_AID)
  for (const patch of [
    { person: 8 },
    { role: null },
    { assignment: 2 },
    { start: '2027-06-05T10:00' },
    { end: '2027-06-05T17:00' },
  ])
    expect(of(patch)).toBeNull()
})

test('counts and finds marked shifts, but not removed ones', () => {
  const change = { do: 'change', record: row, patch: { person: 8 } } as const
  expect(countShifts(shiftsOf(change), 'unfit')).toBe(1)
  expect(countShifts(shiftsOf(change, { do: 'remove', record: row }), 'unfit')).toBe(0)
})

test('a person in hand raises doubts by missing competencies, unavailability, and clashes', () => {
  const shifts = shiftsOf()
  const roster = {
    shifts,
    judge: (shift: ShiftFields) => judgeStaged(shift, KNOWN),
  }
  const open = shifts[1]!
  expect(doubtsAbout({ person: 8, name: 'Bo' }, open, roster, String)).toEqual(['No First aid'])
  expect(doubtsAbout({ person: 7, name: 'Ann' }, open, roster, String)).toEqual(['Already on this event at that time'])
  expect(doubtsAbout({ person: 7, name: 'Ann', from: '1' }, open, roster, String)).toEqual([])
  const suggestion = {
    ...{
      person: 99,
      name: 'Cy',
      avatar: null,
      fits: false,
      comments: null,
      requested: false,
      held: {},
      month_count: 0,
    },
    ...{ for: [], against: [{ code: 'unavailable' as const, words: 'Unavailable that day' }] },
  }
  expect(doubtsAbout({ person: 99, name: 'Cy', suggestion }, open, roster, String)).toEqual(['Unavailable that day'])
})
