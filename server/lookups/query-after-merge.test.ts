import { expect, test } from 'vitest'
import { queryAfterMerge } from './query-after-merge.ts'

const FIELDS = new Set(['role', 'required_competencies'])

test.each([
  ['role=5', 'role=7'],
  ['role__ne=5&view=all', 'role__ne=7&view=all'],
  ['role__eq=5', 'role__eq=7'],
  ['role=4,5,7', 'role=4%2C7'],
  ['required_competencies=5', 'required_competencies=7'],
  ['shift/role=5', 'shift%2Frole=7'],
  ['role=55&role=5', 'role=55&role=7'],
])('changes %s to %s', (query, expected) => {
  expect(queryAfterMerge(query, FIELDS, 5, 7)).toBe(expected)
})

test.each([
  'role=55',
  'person=5',
  'role=admin',
  'role=null',
  'search=role%3D5',
  'sort=-start&cols=a,b',
  '',
  'role=5x',
  '%E0%A4%A',
])('keeps %j as it is written', (query) => {
  expect(queryAfterMerge(query, FIELDS, 5, 7)).toBe(query)
})
