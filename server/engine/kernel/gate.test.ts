import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

function held() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) => () => {
    begun.push(n)
    return new Promise<number>((resolve) => ends.push(() => resolve(n)))
  }
  return { begun, ends, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a limited number runs, a limited number waits in order, and one more is refused', async () => {
  const queued = createGate({ running: 2, waiting: 2, full: 'Too many.', retryAfter: 3 })
  const { begun, ends, work } = held()
  const done = [1, 2, 3, 4].map((n) => queued(work(n)))
  await expect(queued(work(5))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Too many.',
    extras: { retryAfter: 3 },
  })
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await settled()
  expect(begun).toEqual([1, 2, 3])
  ends[1]?.()
  ends[2]?.()
  await settled()
  ends[3]?.()
  expect(await Promise.all(done)).toEqual([1, 2, 3, 4])
})

test('a newcomer does not overtake the queue, and a failure frees the slot', async () => {
  const queued = createGate({ running: 1, waiting: 5, full: 'Too many.', retryAfter: 3 })
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  const failing = queued(async () => Promise.reject(new Error('no')))
  const waiting = queued(note('waited'))
  const late = failing.catch(() => queued(note('late')))
  await Promise.all([waiting, late])
  expect(order).toEqual(['waited', 'late'])
  await expect(failing).rejects.toThrow('no')
})
