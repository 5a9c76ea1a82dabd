import { expect, test } from 'vitest'
import type { StoredShift } from '#server/shifts/roster-editor/contract.ts'
import { helperAudiences } from './helpers.ts'

const shift = (person: number | null, role: number | null, assignment: number | null = null) => ({
  stored: { person, role, assignment } as StoredShift,
})
const NAMES = { 40: 'Radio', 41: 'Helm', 42: 'Tow' }
const START = '2027-06-05T09:00'

test('a call for helpers goes to people whom the day or the open shifts suit, and to no one on the event', () => {
  const shifts = [
    shift(7, 1),
    shift(7, 2),
    shift(8, 1),
    shift(null, 2),
    shift(null, null, 3),
    shift(null, null),
    { stored: null },
  ]
  expect(
    helperAudiences(START, shifts, { roles: { 1: [40], 2: [41] }, assignments: { 3: [42] }, competencies: NAMES }),
  ).toEqual({
    available: { availability: { day: '2027-06-05', state: 'available' }, except: [7, 8] },
    competent: { competency: { state: 'holds', competencies: [41, 42], on: '2027-06-05' }, except: [7, 8] },
  })
})

test('requires no competency where no open shift needs one', () => {
  const required = { roles: { 3: [40] }, assignments: { 1: [41] }, competencies: NAMES }
  expect(helperAudiences(START, [shift(null, 1), shift(null, 2)], required)).toEqual({
    available: { availability: { day: '2027-06-05', state: 'available' } },
    competent: null,
  })
  expect(helperAudiences(START, [shift(9, 3, 1)], required).competent).toBeNull()
})
