import { sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

const NAME = 'dev_clock'
const POLL_MS = 1_000

/**
 * Moves the clock of every process on this database. Composition roots call it only outside production. The offset is
 * stored, so a moved clock keeps running.
 * @param instant the new time; null returns to real time.
 */
export async function moveDevClock(clock: Clock, pool: Pool, instant: Date | null): Promise<void> {
  const offset = instant === null ? 0 : instant.getTime() - (clock.epochMs() - clock.offsetMs())
  await inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await sql`insert into platform.settings (name, value, changed_at) values (${NAME}, to_jsonb(${offset}::float8), clock_timestamp())
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(db)
  })
  clock.setOffsetMs(offset)
}

/**
 * Polls the stored offset each second. Calls `onMove` when any process changed it; `ready` resolves after the first
 * read.
 */
export function followDevClock(
  clock: Clock,
  pool: Pool,
  onMove: () => void = () => {},
): { ready: Promise<void>; stop(): void } {
  let isPolling = false
  // Not the clock's offset: the same process may move it before the first read.
  let lastOffset = clock.offsetMs()
  const poll = async () => {
    if (isPolling) return
    isPolling = true
    try {
      const offset = await storedOffset(pool)
      if (offset === lastOffset) return
      lastOffset = offset
      clock.setOffsetMs(offset)
      onMove()
    } catch {
      // The database is temporarily unreachable; the next poll retries.
    } finally {
      isPolling = false
    }
  }
  const timer = setInterval(() => void poll(), POLL_MS)
  timer.unref()
  const ready = poll()
  return { ready, stop: () => clearInterval(timer) }
}

const storedOffset = (pool: Pool): Promise<number> =>
  inTransaction<DB, number>(pool, 'read', {}, async (db) => {
    const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
    return Number(row?.value ?? 0)
  })
