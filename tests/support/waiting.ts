import { setInterval } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { vi } from 'vitest'
import type { World } from './world.ts'

/**
 * Polls until `holds` is true. For code that also runs outside Vitest; tests have `expect.poll`.
 * @param everyMs milliseconds between two attempts.
 * @throws when it is not true within `withinMs` milliseconds.
 */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 100 }: { withinMs: number; everyMs?: number },
): Promise<void> {
  const latest = performance.now() + withinMs
  if (await holds()) return
  for await (const _ of setInterval(everyMs)) {
    if (await holds()) return
    if (performance.now() > latest) throw new Error(`Not within ${withinMs / 1000} s: ${what}`)
  }
}

type Writes<T> = {
  /** The other transaction's write, which is not committed when `work` begins. */
  write: (other: PoolClient) => Promise<unknown>
  work: () => Promise<T>
  /** Runs once `work` waits for the other transaction (`waited`), or has ended without waiting. */
  beforeCommit?: (other: PoolClient, waited: boolean) => unknown
}

/**
 * Starts `work` while another transaction has an uncommitted write, and commits that once `work` waits.
 * @returns the result.
 */
export async function whileOtherWrites<T>(world: World, { write, work, beforeCommit }: Writes<T>): Promise<T> {
  const other = await world.superuser.connect()
  try {
    await other.query('begin')
    await write(other)
    const running = work()
    const waited = await waitsForLock(world, running)
    await beforeCommit?.(other, waited)
    await other.query('commit')
    return await running
  } finally {
    await other.query('rollback')
    other.release()
  }
}

/** Waits until `work` is blocked by a lock. @returns false when it ended without being blocked. */
async function waitsForLock(world: World, work: Promise<unknown>): Promise<boolean> {
  let ended = false
  const end = () => {
    ended = true
  }
  work.then(end, end)
  const found = async () =>
    (
      await world.superuser.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()",
      )
    ).rowCount
  await vi.waitUntil(async () => ended || (await found()), { timeout: 60_000, interval: 10 })
  return !ended
}
