import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#tests/support/fixture.ts'

const ROUNDS = 400
const TEXT = 30_000

/** V8's minor collection, which frees short-lived objects; objects that survive it twice wait for a full one. */
function quickCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  return () => gc({ type: 'minor' })
}

test('the quick garbage collection frees the rows of finished statements', async ({ world, site }) => {
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
