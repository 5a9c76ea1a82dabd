import { expect, test } from 'vitest'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { inHalves } from './in-halves.ts'
import { isTransient } from './transient.ts'

const failing = (code: string) => Object.assign(new Error(code), { code })

function worker(bad: readonly number[], error: Error = failing('22P02')) {
  const [done, calls]: [number[], number[]] = [[], []]
  return {
    done,
    calls,
    work: async (items: readonly number[]) => {
      calls.push(items.length)
      if (items.some((item) => bad.includes(item))) throw error
      done.push(...items)
    },
  }
}

const items = Array.from({ length: 1_000 }, (_, i) => i)

test('everything except bad items is processed, with few calls', async () => {
  const { done, calls, work } = worker([17, 900])
  const refused: number[] = []
  await inHalves(items, work, (item) => refused.push(item))
  expect(refused).toEqual([17, 900])
  expect(done).toEqual(items.filter((item) => !refused.includes(item)))
  expect(calls.length).toBeLessThan(45)
})

test('without a bad item there is one call, without items none', async () => {
  const { calls, work } = worker([])
  await inHalves(items, work, () => expect.unreachable())
  await inHalves([], work, () => expect.unreachable())
  expect(calls).toEqual([1_000])
})

test.each([
  ['22P02', false],
  ['P0001', false],
  ['23514', false],
  ['XX001', false],
  ['40001', true],
  ['55P03', true],
  ['57014', true],
  ['57P01', true],
  ['08006', true],
  ['53300', true],
])('%s is transient: %s', async (code, passes) => {
  const error = failing(code)
  expect(isTransient(error)).toBe(passes)
  const wrapped = new DomainError('conflict', 'Someone else was faster.', { cause: error })
  expect(isTransient(wrapped)).toBe(passes)
  const { calls, work } = worker([0], error)
  const halved = inHalves([0, 1], work, () => {})
  if (passes) await expect(halved).rejects.toBe(error)
  else await halved
  expect(calls.length).toBe(passes ? 1 : 3)
})
