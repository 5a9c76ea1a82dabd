import { sql } from 'kysely'
import { endPromises } from '#server/deliveries/promises/end.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { heldUntil } from '#server/suitability/holds.ts'
import { moveByKeptYes } from './answer.ts'
import { askNextGroup } from './climb.ts'
import { startCover } from './commands.ts'
import { noteEnded } from './notices.ts'
import { endingOf, needsSomebody } from './rules.ts'
import { endSearch, isOpen, type LockedSearch, lockSearch } from './store.ts'

const PORTION = 100

/**
 * Advances due searches at all sites: asks the next group; ends the search if the shift is filled, called off or
 * begins; restarts it if the shift has moved; resumes it after a withdrawn calling-off or unpublishing.
 * @returns how many searches moved.
 */
export async function moveCovers(deps: SweepDeps): Promise<number> {
  // Searches that stay due wait for the next tick.
  const failures = deps.failures ?? createFailures(deps)
  let moved = 0
  for (;;) {
    const { found, done } = await sweep<{ site: number; cover: number }>(
      { ...deps, failures },
      { name: 'cover', find: 'covers_to_move', most: PORTION, work: (ctx, { cover }) => moveCover(ctx, cover) },
    )
    moved += done
    if (found < PORTION || !done) return moved
  }
}

/**
 * Advances one search if it is still due.
 * @returns whether it moved.
 */
export async function moveCover(ctx: Ctx, id: number): Promise<boolean> {
  const search = await lockSearch(ctx, id)
  if (search.unsettled) return false
  const now = ctx.clock.now()
  const ending = endingOf(search.stands, search.wanted, now)
  if (!isOpen(search)) {
    if (ending || !(await wasCancelled(ctx, search))) return false
    await startCover(ctx, { id: search.shift, ...search.stands })
    return true
  }
  if (ending) {
    await endSearch(ctx, id, ending)
    // Its requests have expired by then, unless the shift was moved into the past.
    if (ending === 'started') await endPromises(ctx, [search.shift], { of: 'ask' })
    else await noteEnded(ctx, search)
    if (ending === 'asked_again' && needsSomebody(search.stands)) await seekAnew(ctx, search)
    return true
  }
  if (await moveByKeptYes(ctx, search)) return true
  if (search.state !== 'searching' || !search.next_rung_at || search.next_rung_at > now) return false
  const held = await heldUntil(ctx.db, search.shift, now)
  if (held)
    await sql`update covers set next_rung_at = ${held}, updated_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
  else await askNextGroup(ctx, search)
  return true
}

/** Restarts the search for a moved shift from the first group; a paused one stays paused. */
async function seekAnew(ctx: Ctx, { shift, state, stands, paused_by }: LockedSearch): Promise<void> {
  const { id } = await startCover(ctx, { id: shift, ...stands })
  if (state === 'paused')
    await sql`update covers set state = 'paused', next_rung_at = null, paused_by = ${paused_by}::bigint where id = ${id}`.execute(
      ctx.db,
    )
}

/** Whether this is the shift's last search, ended by calling off or unpublishing, and for its current person. */
async function wasCancelled({ db }: Ctx, { id, shift, wanted, stands }: LockedSearch): Promise<boolean> {
  if (stands.person !== wanted) return false
  const { rows } = await sql`
    select from covers where id = ${id} and ended = 'cancelled' and id = (select max(id) from covers where shift = ${shift})`.execute(
    db,
  )
  return rows.length > 0
}
