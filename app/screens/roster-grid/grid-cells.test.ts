import { expect, test } from 'vitest'
import { nextPosition, shortName } from './grid-cells.ts'

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
