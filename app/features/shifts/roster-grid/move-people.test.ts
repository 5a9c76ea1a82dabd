import { expect, test } from 'vitest'
import type { GridShift } from '#server/shifts/grid/contract.ts'
import { moveSteps, pasteSteps, peopleIn } from './move-people.ts'

const shift = (id: number, person: number | null = null): GridShift => ({
  id,
  version: `v${id}`,
  event: 1,
  person,
  name: person === null ? null : `P${person}`,
  assignment: null,
  role: null,
  location: null,
  start: '',
  end: '',
  outside: false,
  published: true,
  clash: null,
  answer: null,
  nudged: false,
  here: false,
  begun: false,
  sought: null,
  unfit: null,
})

test('copied people take the open shifts in order; assigned people stay, and surplus ones are skipped', () => {
  const copied = peopleIn([shift(1, 7), shift(2), shift(3, 8), shift(4, 9)])
  expect(copied.map(({ person }) => person)).toEqual([7, 8, 9])
  expect(pasteSteps(copied, [shift(11, 8), shift(12), shift(13)])).toEqual({
    steps: [
      { shift: 12, person: 7, was: null, version: 'v12' },
      { shift: 13, person: 9, was: null, version: 'v13' },
    ],
    names: ['P7', 'P9'],
  })
  expect(pasteSteps(copied, [shift(11)]).names).toEqual(['P7'])
})

test('a person moves to an open shift, or is copied there; not where they are already or nothing is open', () => {
  expect(moveSteps(shift(1, 7), [shift(11)], false)).toEqual([
    { shift: 11, person: 7, was: null, version: 'v11' },
    { shift: 1, person: null, was: 7, version: 'v1' },
  ])
  expect(moveSteps(shift(1, 7), [shift(11)], true)).toHaveLength(1)
  expect(moveSteps(shift(1, 7), [shift(11, 7), shift(12)], false)).toEqual([])
  expect(moveSteps(shift(1, 7), [shift(11, 9)], false)).toEqual([])
  expect(moveSteps(shift(1), [shift(11)], false)).toEqual([])
})
