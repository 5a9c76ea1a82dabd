import { expect, it } from 'vitest'
import { barPercent, shareText } from './hours-text.ts'

it.each([
  [12, 100, '12%'],
  [1, 3, '33%'],
  [5, 5, '100%'],
  [0.25, 100, 'under 1%'],
  [0.5, 100, '1%'],
  [0, 100, '0%'],
  [0, 0, '0%'],
])('the share of %d in %d hours is %s', (hours, total, text) => expect(shareText(hours, total)).toBe(text))

it('the longest bar is full, and without hours there is none', () => {
  expect([barPercent(8, 8), barPercent(2, 8), barPercent(0, 8), barPercent(0, 0)]).toEqual([100, 25, 0, 0])
})
