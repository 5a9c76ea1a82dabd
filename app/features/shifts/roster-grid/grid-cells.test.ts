import { expect, test } from 'vitest'
import type { Grid, GridShift } from '#server/shifts/grid/contract.ts'
import { cellKey, nextPosition, peopleOn, shiftsByCell, shortName } from './grid-cells.ts'

test.each([
  ['ArrowUp', { row: 0, column: 1 }],
  ['ArrowDown', { row: 2, column: 1 }],
  ['ArrowLeft', { row: 1, column: 0 }],
  ['ArrowRight', { row: 1, column: 2 }],
  ['Home', { row: 1, column: 0 }],
  ['End', { row: 1, column: 3 }],
  ['PageUp', { row: 0, column: 1 }],
  ['PageDown', { row: 2, column: 1 }],
  ['x', null],
])('%s moves as in a spreadsheet', (key, to) => {
  expect(nextPosition({ row: 1, column: 1 }, key, 3, 4)).toEqual(to)
})

test('the edges hold', () => {
  expect(nextPosition({ row: 0, column: 0 }, 'ArrowUp', 3, 4)).toEqual({ row: 0, column: 0 })
  expect(nextPosition({ row: 2, column: 3 }, 'ArrowRight', 3, 4)).toEqual({ row: 2, column: 3 })
})

test.each([
  ['Ada Lindqvist', 'Lindqvist A.'],
  ['Cher', 'Cher'],
  ['José Ángel Hernández-Villalobos', 'Hernández-Villalobos J.'],
])('%s is %s in a cell', (name, short) => {
  expect(shortName(name)).toBe(short)
})

test('counts the people of selected cells once each; open shifts have none', () => {
  const on = (event: number, assignment: number, person: number | null) =>
    ({ event, assignment, role: null, person }) as GridShift
  const shifts = [on(1, 5, 7), on(1, 5, null), on(1, 6, 8), on(2, 5, 7), on(2, 6, 9)]
  const cells = shiftsByCell({ shifts } as unknown as Grid)
  expect(peopleOn(cells, new Set([cellKey(1, '5-null'), cellKey(2, '5-null'), cellKey(2, '6-null')]))).toEqual([7, 9])
  expect(peopleOn(cells, new Set([cellKey(9, '5-null')]))).toEqual([])
})
