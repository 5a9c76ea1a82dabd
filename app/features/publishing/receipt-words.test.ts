import { expect, test } from 'vitest'
import { RECEIPT_STATES } from '#server/publishing/receipt/contract.ts'
import { figuresOf, reachText, segmentsOf } from './receipt-words.ts'

const people = RECEIPT_STATES.flatMap((state, n) => Array.from({ length: n + 1 }, () => ({ state })))

test('everyone is counted in one of five figures, and has one segment of the bar', () => {
  const figures = figuresOf(people)
  expect(figures).toHaveLength(5)
  expect(figures.reduce((sum, { count }) => sum + count, 0)).toBe(people.length)
  const segments = segmentsOf(people)
  expect(segments).toHaveLength(people.length)
  for (const { key, count } of figures) expect(segments.filter((segment) => segment === key)).toHaveLength(count)
})

test.each([
  [0, 'need cover'],
  [1, 'needs cover'],
  [2, 'need cover'],
])('%i people: %s', (count, word) => {
  const figure = figuresOf(Array.from({ length: count }, () => ({ state: 'seeking_cover' }))).find(
    ({ key }) => key === 'seeking_cover',
  )
  expect(figure).toMatchObject({ count, word })
})

test.each([
  [0, 0, 0, 'no one'],
  [1, 1, 0, '1 person: 1 email'],
  [1, 1, 1, '1 person: 1 email, 1 text'],
  [2, 0, 2, '2 people: 2 texts'],
  [13, 14, 8, '13 people: 14 emails, 8 texts'],
])('%i people, %i emails, %i texts: %s', (people, emails, texts, words) => {
  expect(reachText(people, { emails, texts })).toBe(words)
})
