import { expect, test } from 'vitest'
import { groupShifts } from './shift-groups.ts'

const ASSIGNMENTS = ['Galley', 'Helm', 'Bar']
const shift = (id: number, assignment_name: string | null, person: number | null, start = '2027-01-01T10:00Z') => ({
  id,
  person,
  assignment: assignment_name === null ? null : ASSIGNMENTS.indexOf(assignment_name),
  assignment_name,
  role: null,
  role_name: null,
  start,
  end: '2027-01-01T12:00Z',
  outside: false,
})
const READER = { person: 7, request: null, missing: [], isHeld: () => false }

test('shifts of one assignment and time form a group; the viewer’s comes first', () => {
  const groups = groupShifts(
    [shift(1, 'Galley', null), shift(2, 'Helm', 7), shift(3, 'Galley', 8), shift(4, 'Galley', 9, '2027-01-01T11:00Z')],
    READER,
  )
  expect(groups.map((group) => [group.name, group.shifts.map(({ id }) => id), group.open.length])).toEqual([
    ['Helm', [2], 0],
    ['Galley', [1, 3], 1],
    ['Galley', [4], 0],
  ])
})

test('requested groups come first, then open, full and locked ones', () => {
  const roster = [shift(1, 'Galley', null), shift(2, 'Bar', 8), shift(3, 'Helm', null), shift(4, null, null)]
  const missing = { shift: 1, competency: 'Food hygiene', expired: null }
  const groups = groupShifts(roster, { ...READER, missing: [missing] })
  expect(groups.map(({ name, missing: all }) => [name, all.length])).toEqual([
    ['Helm', 0],
    ['Helper', 0],
    ['Bar', 0],
    ['Galley', 1],
  ])
  const wished = groupShifts(roster, { ...READER, request: { assignment: ASSIGNMENTS.indexOf('Bar'), role: null } })
  expect([wished[0]?.name, wished[0]?.requested]).toEqual(['Bar', true])
})

test('a shift without an assignment still has a name, and a request for the whole event marks no group', () => {
  const [group] = groupShifts([shift(1, null, null)], { ...READER, request: { assignment: null, role: null } })
  expect([group?.name, group?.requested]).toEqual(['Helper', false])
})
