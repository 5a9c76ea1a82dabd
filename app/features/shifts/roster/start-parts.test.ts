import { expect, test } from 'vitest'
import { startCoversInput } from '#server/cover/calls-contract.ts'
import { startParts } from './start-parts.ts'

test.each([
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('searches for %i shifts start in calls of the API’s size, each shift once', (count, sizes) => {
  const shifts = Array.from({ length: count }, (_, i) => i + 1)
  const parts = startParts(shifts)
  expect(parts.map(({ length }) => length)).toEqual(sizes)
  expect(parts.flat()).toEqual(shifts)
  for (const part of parts) expect(startCoversInput.safeParse({ shifts: part }).success).toBe(true)
})
