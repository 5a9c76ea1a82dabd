import { expect, test } from 'vitest'
import { beginning } from './excerpt.ts'

test('a text begins with its words: no marks, no tags, no empty lines', () => {
  expect(beginning('# Hello **there**\n\n<b>all</b> of <img src="x" alt="">[you](https://club.example)')).toBe(
    'Hello there all of you',
  )
  expect(beginning('2 < 3 and 4 > 1')).toBe('2 < 3 and 4 > 1')
  expect(beginning(null)).toBe('')
  expect(beginning('x'.repeat(200))).toHaveLength(121)
})
