import { expect, test } from 'vitest'
import type { GridShift } from '#server/shifts/grid/contract.ts'
import { shownStates } from './answer-sign.tsx'

const shift = (over: Partial<GridShift>) => ({ person: 1, start: 'ahead', answer: null, ...over }) as GridShift
const states = (...shifts: GridShift[]) => shownStates(shifts, (instant) => instant === 'past')

test('the legend of the grid lists only states that a shift has', () => {
  expect(states()).toEqual([])
  expect(states(shift({}))).toEqual([])
  expect(states(shift({ answer: 'asked' }), shift({ answer: 'confirmed' }))).toEqual(['confirmed', 'asked'])
  expect(states(shift({ answer: 'asked', start: 'past' }))).toEqual(['silent'])
  expect(states(shift({ answer: 'seeking_cover' }))).toEqual(['seeking_cover'])
})

test('a search for an open shift has no sign in the grid', () => {
  expect(states(shift({ person: null, sought: { state: 'searching', asked: 2 } }))).toEqual([])
})
