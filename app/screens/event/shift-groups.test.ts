import { expect, test } from 'vitest'
import { groupShifts } from './shift-groups.ts'

const DUTIES = ['Galley', 'Helm', 'Bar']
const place = (id: number, assignment_name: string | null, person: number | null, start = '2027-01-01T10:00Z') => ({
  id,
  person,
  assignment: assignment_name === null ? null : DUTIES.indexOf(assignment_name),
  assignment_name,
  role: null,
  role_name: null,
  start,
  end: '2027-01-01T12:00Z',
})
const READER = { person: 7, request: null, missing: [] }

test('places of one duty and time stand together, one’s own duty first', () => {
  const duties = groupShifts(
    [place(1, 'Galley', null), place(2, 'Helm', 7), place(3, 'Galley', 8), place(4, 'Galley', 9, '2027-01-01T11:00Z')],
    READER,
  )
  expect(duties.map((duty) => [duty.name, duty.shifts.map((shift) => shift.id), duty.open.length])).toEqual([
    ['Helm', [2], 0],
    ['Galley', [1, 3], 1],
    ['Galley', [4], 0],
  ])
})

test('what one asked for comes before what is open, what is full after it, what is closed to one last', () => {
  const roster = [place(1, 'Galley', null), place(2, 'Bar', 8), place(3, 'Helm', null), place(4, null, null)]
  const missing = { shift: 1, competency: 'Food hygiene', expired: null }
  const duties = groupShifts(roster, { ...READER, missing: [missing] })
  expect(duties.map(({ name, missing: all }) => [name, all.length])).toEqual([
    ['Helm', 0],
    ['Helper', 0],
    ['Bar', 0],
    ['Galley', 1],
  ])
  const wished = groupShifts(roster, { ...READER, request: { assignment: DUTIES.indexOf('Bar'), role: null } })
  expect([wished[0]?.name, wished[0]?.requested]).toEqual(['Bar', true])
})

test('a place without a duty has a name all the same, and whoever asked for the event alone asked for none of them', () => {
  const [duty] = groupShifts([place(1, null, null)], { ...READER, request: { assignment: null, role: null } })
  expect([duty?.name, duty?.requested]).toEqual(['Helper', false])
})
