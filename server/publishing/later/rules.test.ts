import { expect, test } from 'vitest'
import { type PlannedShift, whatIsComing } from './rules.ts'

const NOW = new Date('2027-03-03T12:00:00Z')
const LATER = new Date('2027-03-03T12:00:01Z')
const race = { id: 1, name: 'Race 6', archived: false, called_off: false }
const shift = (id: number, over: Partial<PlannedShift['event']> = {}, start = LATER): PlannedShift => ({
  id,
  start,
  event: { ...race, ...over },
})

test('shifts that no longer take place are left out, counted by reason', () => {
  const shifts = [
    shift(1),
    shift(2, { called_off: true }),
    shift(3, { called_off: true, archived: true }),
    shift(4, { name: '', archived: true }),
    shift(5, {}, NOW),
  ]
  expect(whatIsComing(shifts, NOW)).toEqual({
    coming: [1],
    leftOut: [
      { shifts: 2, words: 'Race 6 is called off.' },
      { shifts: 1, words: 'Untitled Event is archived.' },
      { shifts: 1, words: 'Race 6 had begun by then.' },
    ],
  })
})
