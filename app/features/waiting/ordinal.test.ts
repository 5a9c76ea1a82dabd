import { expect, test } from 'vitest'
import { ordinal } from './ordinal.ts'

test('ordinals of positions', () =>
  expect([1, 2, 3, 4, 11, 12, 21, 102].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '21st',
    '102nd',
  ]))
