import { expect, test } from 'vitest'
import { swipeDirection } from './swipe.ts'

test.each([
  [{ x: 80, y: 10 }, 'previous'],
  [{ x: -80, y: -30 }, 'next'],
  [{ x: 40, y: 0 }, null],
  [{ x: 90, y: 80 }, null],
])('a finger moved by %j means %j', (to, way) => {
  expect(swipeDirection({ x: 0, y: 0 }, to)).toBe(way)
})
