import { expect, test } from 'vitest'
import { lackingText } from './lacking-text.ts'

const people = (n: number) => Array.from({ length: n }, (_, i) => ({ person: i, name: `Person ${i}` }))

test.each([
  [3, 'Powerboat handling', '3 people don’t hold Powerboat handling'],
  [1, 'Powerboat handling', '1 person doesn’t hold Powerboat handling'],
  [1, null, '1 person is not active'],
  [2, null, '2 people are not active'],
])('%i without %s', (n, competency, words) => {
  expect(lackingText({ competency, people: people(n) })).toBe(words)
})
