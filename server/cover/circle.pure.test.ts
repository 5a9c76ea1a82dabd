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

test('someone with another obstacle too is in no circle', () => {
  expect(kinds(leftOut(['clash', 'unqualified'], '2027-06-30'), leftOut(['rest', 'unavailable']))).toEqual([])
})

test('people who only lack rest, or come only if needed, are a circle each', () => {
  const candidates = [
    { person: 90, name: 'Needed', availability: 'if_required' },
    { person: 91, name: 'Free', availability: 'available' },
  ]
  expect(widerCircles([leftOut(['rest'])], candidates, TODAY)).toMatchObject([
    { kind: 'if_required', people: [{ person: 90 }] },
    { kind: 'rest', people: [{}] },
  ])
})

test('people asked before without an answer are a circle, people who said no are in none', () => {
  expect(kinds(leftOut(['asked_before']), leftOut(['said_no']), leftOut(['rest', 'asked_before']))).toEqual([
    ['asked_before', 1],
  ])
})
