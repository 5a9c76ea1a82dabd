import { expect, test } from 'vitest'
import { pagesOf } from './use-pages.ts'

test.each([
  [1000, 1000, 40, 1],
  [1001, 1000, 40, 1],
  [1350, 1000, 40, 2],
  [2040, 1000, 40, 2],
  [2390, 1000, 40, 3],
])('columns of %i in a width of %i with gaps of %i are %i pages', (scrolled, shown, gap, pages) => {
  expect(pagesOf(scrolled, shown, gap)).toBe(pages)
})
