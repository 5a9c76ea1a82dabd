import { describe, expect, it } from 'vitest'
import { earlierOrder, mergeOrder, moveRow, orderUpdates, parsePosition } from './row-order.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n + 1, order: n + 1 }))

describe('an order', () => {
  it('moves a row up, down and not at all', () => {
    expect(moveRow(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
    expect(moveRow(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    const same = ['a', 'b']
    for (const [from, to] of [
      [0, 0],
      [0, 2],
      [1, -1],
      [2, 0],
    ] as const)
      expect(moveRow(same, from, to)).toBe(same)
  })

  it('stores 5,000 rows whose last becomes the first in five calls of a thousand, each row once', () => {
    const parts = orderUpdates(moveRow(rows(5000), 4999, 0))
    expect(parts.map(({ length }) => length)).toEqual([1000, 1000, 1000, 1000, 1000])
    expect(parts[0]?.[0]).toEqual({ id: 5000, order: 1 })
    expect(parts.at(-1)?.at(-1)).toEqual({ id: 4999, order: 5000 })
    expect(new Set(parts.flat().map(({ id }) => id)).size).toBe(5000)
  })

  it('stores only what changed, and nothing when nothing did', () => {
    expect(orderUpdates(moveRow(rows(5000), 1, 0))).toEqual([
      [
        { id: 2, order: 1 },
        { id: 1, order: 2 },
      ],
    ])
    expect(orderUpdates(rows(3))).toEqual([])
    expect(orderUpdates([{ id: 7, order: 0 }])).toEqual([[{ id: 7, order: 1 }]])
  })

  it('stays when someone else adds or deletes rows', () => {
    const known = [{ id: 3 }, { id: 1 }, { id: 2 }]
    expect(mergeOrder([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], known).map(({ id }) => id)).toEqual([3, 1, 2, 4])
    expect(mergeOrder([{ id: 2 }, { id: 3 }], known).map(({ id }) => id)).toEqual([3, 2])
  })

  it('accepts a valid typed position, clamps others, and ignores what is not a number', () => {
    expect([' 12 ', '1', '0', '999999'].map((typed) => parsePosition(typed, 40))).toEqual([11, 0, 0, 39])
    for (const typed of ['', 'x', '1.5', '-1', '1e3']) expect(parsePosition(typed, 40)).toBeNull()
  })
})

it('undoing a move restores the positions of the moved rows', () => {
  const before = [
    { id: 7, order: 1 },
    { id: 8, order: 2 },
    { id: 9, order: 3 },
    { id: 10, order: 4 },
  ]
  const after = moveRow(before, 0, 2)
  const back = earlierOrder(before, after)
  expect(back).toEqual([
    { id: 7, order: 1 },
    { id: 8, order: 2 },
    { id: 9, order: 3 },
  ])
  const unordered = [
    { id: 7, order: 0 },
    { id: 8, order: 0 },
  ]
  expect(earlierOrder(unordered, moveRow(unordered, 0, 1))).toEqual([
    { id: 7, order: 1 },
    { id: 8, order: 2 },
  ])
})
