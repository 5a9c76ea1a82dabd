import { type Kysely, sql } from 'kysely'
import { readSite } from '#server/deliveries/recheck.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { heldUntil } from '#server/suitability/holds.ts'
import { askNextGroup } from './climb.ts'
import { startCover } from './commands.ts'
import { noteTaken } from './notices.ts'
import { endingOf, needsSomebody } from './rules.ts'
import { endSearch, isOpen, type LockedSearch, lockSearch } from './store.ts'

/** How many searches one look finds. */
const PORTION = 100

type TickDeps = { pool: Pool; clock: Clock; log: Log; stopping?: () => boolean }

/**
 * Moves every search that is due at any site: asks its next people, or ends it because the shift is filled, called off or begins; starts
 * anew where the shift has moved; or goes on with it where the shift was called off or unpublished and is not any more. Each move is one transaction that locks the search and looks again, so that any number of workers may do this, and be killed.
 * @returns how many searches moved.
 */
export async function moveCovers({ pool, clock, log, stopping = () => false }: TickDeps): Promise<number> {
  const withSite = createWithSite(pool)
  const failed = new Set<string>()
  let moved = 0
  for (;;) {
    const due = await inTransaction(pool, 'read', {}, async (db: Kysely<DB>) => {
      const { rows } = await sql<{ due: { site: number; cover: number }[] }>`
        select core.covers_to_move(${clock.now()}, ${PORTION + failed.size}::integer) as due`.execute(db)
      return rows[0]?.due ?? []
    })
    const left = due.filter(({ site, cover }) => !failed.has(`${site} ${cover}`))
    for (const { site, cover } of left) {
      if (stopping()) return moved
      const done = await withSite(
        mintSiteId(site),
        async (db) => {
          const ctx: Ctx = {
            db,
            site: await readSite(db),
            actor: { kind: 'system', name: 'cover' },
            clock,
            log,
            wake: () => {},
          }
          return moveCover(ctx, cover)
        },
        { access: 'write' },
      ).catch((error: unknown) => {
        if (!(error instanceof DomainError)) log.error({ err: error, site, cover }, 'a search for cover did not move')
        return false
      })
      // What stays due is looked at again by the next tick, not by this one.
      if (done) moved += 1
      else failed.add(`${site} ${cover}`)
    }
    if (!left.length || left.length < PORTION) return moved
  }
}

/** Moves one search, if it is still due. @returns whether it moved. */
export async function moveCover(ctx: Ctx, id: number): Promise<boolean> {
  const search = await lockSearch(ctx.db, id)
  const now = ctx.clock.now()
  const ending = endingOf(search.stands, search.wanted, now)
  if (!isOpen(search)) {
    if (ending || !(await wasCancelled(ctx, search))) return false
    await startCover(ctx, { id: search.shift, ...search.stands })
    return true
  }
  if (ending) {
    await endSearch(ctx, id, ending)
    if (ending === 'filled') await noteTaken(ctx, search)
    if (ending === 'can_come' || ending === 'asked_again') await noteTaken(ctx, search, 'can_come')
    if (ending === 'asked_again' && needsSomebody(search.stands)) await seekAnew(ctx, search)
    return true
  }
  if (search.state !== 'searching' || !search.next_rung_at || search.next_rung_at > now) return false
  const held = await heldUntil(ctx.db, search.shift, now)
  if (held)
    await sql`update covers set next_rung_at = ${held}, updated_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
  else await askNextGroup(ctx, search)
  return true
}

/** Starts a search for a shift that has moved, from the first group and by the time that is left now; one that was paused stays so. */
async function seekAnew(ctx: Ctx, { shift, state, stands, paused_by }: LockedSearch): Promise<void> {
  const { id } = await startCover(ctx, { id: shift, ...stands })
  if (state === 'paused')
    await sql`update covers set state = 'paused', next_rung_at = null, paused_by = ${paused_by}::bigint where id = ${id}`.execute(
      ctx.db,
    )
}

/** Whether a search is the last one for its shift, ended because that was called off or unpublished, and is for who has the shift now. */
async function wasCancelled({ db }: Ctx, { id, shift, wanted, stands }: LockedSearch): Promise<boolean> {
  if (stands.person !== wanted) return false
  const { rows } = await sql`
    select from covers where id = ${id} and ended = 'cancelled' and id = (select max(id) from covers where shift = ${shift})`.execute(
    db,
  )
  return rows.length > 0
}
