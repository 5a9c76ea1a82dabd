import { expect, test } from 'vitest'
import type { GridPlace } from '#server/shifts/grid/contract.ts'
import { carried, copiedOf, pasted } from './carrying.ts'

const place = (id: number, person: number | null = null): GridPlace => ({
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
  published: true,
  clash: null,
})

test('copied people take the open places in order; whoever is there stays, and too many are left out', () => {
  const copied = copiedOf([place(1, 7), place(2), place(3, 8), place(4, 9)])
  expect(copied.map(({ person }) => person)).toEqual([7, 8, 9])
  expect(pasted(copied, [place(11, 8), place(12), place(13)])).toEqual({
    steps: [
      { shift: 12, person: 7, was: null, version: 'v12' },
      { shift: 13, person: 9, was: null, version: 'v13' },
    ],
    names: ['P7', 'P9'],
  })
  expect(pasted(copied, [place(11)]).names).toEqual(['P7'])
})

test('a person moves to an open place, or is copied there; not where they are already or nothing is open', () => {
  expect(carried(place(1, 7), [place(11)], false)).toEqual([
    { shift: 11, person: 7, was: null, version: 'v11' },
    { shift: 1, person: null, was: 7, version: 'v1' },
  ])
  expect(carried(place(1, 7), [place(11)], true)).toHaveLength(1)
  expect(carried(place(1, 7), [place(11, 7), place(12)], false)).toEqual([])
  expect(carried(place(1, 7), [place(11, 9)], false)).toEqual([])
  expect(carried(place(1), [place(11)], false)).toEqual([])
})
