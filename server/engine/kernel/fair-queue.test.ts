import { expect, test } from 'vitest'
import { createFairQueue, TurnRefused } from './fair-queue.ts'

const [A, B, C] = [1, 2, 3]

function bench() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, work, end, settled }
}

test('runs one job of a site at a time; another site takes the free thread immediately', async () => {
  const { inTurn } = createFairQueue({ running: 2, waitingPerSite: 10, waitMs: 60_000 })
  const { begun, work, end, settled } = bench()
  const all = [inTurn(A, work('a1')), inTurn(A, work('a2')), inTurn(A, work('a3')), inTurn(B, work('b1'))]
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  await end('a2')
  await end('a3')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('the site that has used the least time comes next, regardless of the queues of others', async () => {
  const { inTurn } = createFairQueue({ running: 1, waitingPerSite: 10, waitMs: 60_000 })
  const { begun, work, end } = bench()
  const all = ['a1', 'a2', 'a3'].map((name) => inTurn(A, work(name)))
  await new Promise((resolve) => setTimeout(resolve, 20))
  all.push(inTurn(B, work('b1')), inTurn(C, work('c1')))
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
  expect(begun.slice(0, 3).sort()).toEqual(['a1', 'b1', 'c1'])
  expect(begun.slice(3)).toEqual(['a2', 'a3'])
})

test('work beyond the limits is refused, and a failure frees the slot', async () => {
  const { inTurn } = createFairQueue({ running: 1, waitingPerSite: 1, waitMs: 30 })
  const { work, end } = bench()
  const first = inTurn(A, work('a1'))
  const late = inTurn(A, work('a2'))
  await expect(inTurn(A, work('a3'))).rejects.toBeInstanceOf(TurnRefused)
  await expect(late).rejects.toBeInstanceOf(TurnRefused)
  await end('a1')
  expect(await first).toBe('a1')
  await expect(inTurn(A, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(A, async () => 'next')).toBe('next')
})

test('runs a site’s urgent jobs first, in order of arrival', async () => {
  const { inTurn } = createFairQueue({ running: 1, waitingPerSite: 10, waitMs: 60_000 })
  const { begun, work, end } = bench()
  const all = [
    inTurn(A, work('1')),
    inTurn(A, work('later'), { urgent: false }),
    inTurn(A, work('2')),
    inTurn(A, work('3')),
  ]
  await new Promise((resolve) => setImmediate(resolve))
  for (const name of ['1', '2', '3', 'later']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['1', '2', '3', 'later'])
})

test('stopping refuses waiting work', async () => {
  const { inTurn, stop } = createFairQueue({ running: 1, waitingPerSite: 5, waitMs: 60_000 })
  const { work, end } = bench()
  const first = inTurn(A, work('a1'))
  const refused = [inTurn(A, work('a2')), inTurn(B, work('b1'))].map((one) =>
    expect(one).rejects.toBeInstanceOf(TurnRefused),
  )
  stop()
  await Promise.all(refused)
  await end('a1')
  await first
})
