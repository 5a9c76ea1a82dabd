import { expect, test } from 'vitest'
import { nearestFirst } from './nearest-first.ts'

const shift = (id: number, day: string, assignment: string | null) => ({ id, start: `${day}T10:00:00Z`, assignment })

test('shifts of the same assignment within four weeks come first, in their order', () => {
  const shifts = [
    shift(1, '2027-05-31', 'Galley'),
    shift(2, '2027-06-01', 'Helm'),
    shift(3, '2027-06-03', 'Galley'),
    shift(4, '2027-07-29', 'Galley'),
    shift(5, '2027-07-30', 'Galley'),
  ]
  expect(nearestFirst(shifts, shift(9, '2027-07-01', 'Galley')).map(({ id }) => id)).toEqual([3, 4, 1, 2, 5])
})
