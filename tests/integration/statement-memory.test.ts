import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#tests/support/fixture.ts'

const ROUNDS = 400
const TEXT = 30_000

/** The quick collection of V8, which frees what died young; what it finds alive twice waits for a full one. */
function quickCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  return () => gc({ type: 'minor' })
}

test('the quick garbage collection frees the rows of statements that are done', async ({ world, site }) => {
  const collect = quickCollection()
  const run = async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world.withSite(site.id, (db) => sql`select repeat('x', ${sql.lit(TEXT)}) as text`.execute(db))
      if (round % 20 === 0) collect()
    }
  }
  await run()
  const before = process.memoryUsage().heapUsed
  await run()
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan((ROUNDS * TEXT) / 4)
})
