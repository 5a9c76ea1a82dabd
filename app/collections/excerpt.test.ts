import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test('an excerpt starts with the first words: no marks, no tags, no empty lines', () => {
  expect(excerpt('# Hello **there**\n\n<b>all</b> of <img src="x" alt="">[you](https://club.example)')).toBe(
    'Hello there all of you',
  )
  expect(excerpt('2 < 3 and 4 > 1')).toBe('2 < 3 and 4 > 1')
  expect(excerpt(null)).toBe('')
  expect(excerpt('x'.repeat(200))).toHaveLength(121)
})
