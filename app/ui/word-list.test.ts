import { expect, test } from 'vitest'
import { wordList } from './word-list.ts'

test('joins words with commas and "and"', () => {
  expect(wordList([])).toBe('')
  expect(wordList(['one'])).toBe('one')
  expect(wordList(['one', 'two'])).toBe('one and two')
  expect(wordList(['one', 'two', 'three'])).toBe('one, two and three')
})
