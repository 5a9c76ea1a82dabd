import { expect, test } from 'vitest'
import type { Ctx } from './context.ts'
import { inUnitOfWork, joinUnit } from './unit-of-work.ts'

/** A part that logs when it is created and when it finishes. */
const partOf = (log: string[]) => () => {
  log.push('created')
  return { finish: async () => void log.push('finished') }
}

const ctx = {} as Ctx

test('a part is created by the first write that joins, and finishes once, after the last', async () => {
  const log: string[] = []
  const part = partOf(log)
  await inUnitOfWork(ctx, async (outer) => {
    joinUnit(outer, 'log', part)
    await inUnitOfWork(outer, async (inner) => void joinUnit(inner, 'log', partOf(log)))
    log.push('last write')
  })
  expect(log).toEqual(['created', 'last write', 'finished'])
})

test('a command that fails finishes nothing', async () => {
  const log: string[] = []
  const failing = inUnitOfWork(ctx, async (unit) => {
    joinUnit(unit, 'log', partOf(log))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(log).toEqual(['created'])
})
