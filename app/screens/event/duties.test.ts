import { expect, test } from 'vitest'
import { dutiesOf } from './duties.ts'

const place = (id: number, assignment_name: string | null, person: number | null, start = '2027-01-01T10:00Z') => ({
  id,
  person,
  assignment_name,
  role_name: null,
  start,
  end: '2027-01-01T12:00Z',
})

test('places of one duty and time stand together, one’s own duty first', () => {
  const duties = dutiesOf(
    [place(1, 'Galley', null), place(2, 'Helm', 7), place(3, 'Galley', 8), place(4, 'Galley', 9, '2027-01-01T11:00Z')],
    7,
  )
  expect(duties.map((duty) => [duty.name, duty.shifts.map((shift) => shift.id)])).toEqual([
    ['Helm', [2]],
    ['Galley', [1, 3]],
    ['Galley', [4]],
  ])
})

test('a place without a duty has a name all the same', () => {
  expect(dutiesOf([place(1, null, null)], 7)[0]?.name).toBe('Helper')
})
