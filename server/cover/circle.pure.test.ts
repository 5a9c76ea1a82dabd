import { expect, test } from 'vitest'
import { widerCircles } from './circle.pure.ts'

const TODAY = '2027-07-01'
let id = 0
const leftOut = (codes: string[], lapsed: string | null = null) => {
  id += 1
  return { person: id, name: `P${id}`, obstacles: codes.map((code) => ({ code })), lapsed }
}
const kinds = (...people: ReturnType<typeof leftOut>[]) =>
  widerCircles(people, [], TODAY).map(({ kind, people }) => [kind, people.length])

test.for([
  ['2027-06-30', 1],
  ['2027-05-03', 1],
  ['2027-05-02', 0],
  ['2027-07-20', 1],
  [null, 0],
] as const)('papers that ran out on %s: %i', ([until, count]) => {
  expect(kinds(leftOut(['unqualified'], until))).toEqual(count ? [['lapsed', 1]] : [])
})

test('somebody with another obstacle too is in no circle', () => {
  expect(kinds(leftOut(['clash', 'unqualified'], '2027-06-30'), leftOut(['rest', 'unavailable']))).toEqual([])
})

test('who only lacks rest, or comes only if needed, is a circle', () => {
  const candidates = [
    { person: 90, name: 'Needed', availability: 'if_required' },
    { person: 91, name: 'Free', availability: 'available' },
  ]
  expect(widerCircles([leftOut(['rest'])], candidates, TODAY)).toMatchObject([
    { kind: 'if_required', people: [{ person: 90 }] },
    { kind: 'rest', people: [{}] },
  ])
})

test('who was asked before without an answer is a circle, who said no is in none', () => {
  expect(kinds(leftOut(['asked_before']), leftOut(['said_no']), leftOut(['rest', 'asked_before']))).toEqual([
    ['asked_before', 1],
  ])
})
