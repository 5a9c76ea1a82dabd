import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { changedCircles, endImpossible } from './moves.ts'
import { notifyEnded } from './notices.ts'
import { proposeCircles } from './search.ts'
import { endCircle, lockSwaps, readCircles } from './store.ts'

/** How many sites one tick looks at; the next goes on. */
const MAX_SITES = 200
/** How long offers wait for the next search when no call to swaps leads to one. */
const SEARCH_MS = 5 * 60_000

/**
 * Ends the swaps of all sites that nobody answered in time, and those whose shifts have changed, and looks for other circles. Every five minutes
 * it looks for circles among all offers, since availability, competencies and the roster change without a word to swaps. Calling off an
 * event counts once it cannot be undone any more.
 */
export async function advanceSwaps(deps: SweepDeps): Promise<number> {
  const ended = await sweep(deps, {
    name: 'swaps',
    find: 'sites_with_swaps_to_end',
    most: MAX_SITES,
    work: endSwaps,
  })
  const searched = await sweep(deps, {
    name: 'swaps',
    find: 'sites_with_swaps_to_search',
    at: new Date(deps.clock.epochMs() - SEARCH_MS),
    most: MAX_SITES,
    work: searchAgain,
  })
  return ended.found + searched.found
}

async function searchAgain(ctx: Ctx): Promise<void> {
  await lockSwaps(ctx)
  // Of very many circles the next tick asks the rest.
  if (await proposeCircles(ctx))
    await sql`update swaps set searched_at = ${ctx.clock.now()} where state = 'offered'`.execute(ctx.db)
}

async function endSwaps(ctx: Ctx): Promise<void> {
  await lockSwaps(ctx)
  const now = ctx.clock.now()
  const site = ctx.site.id
  const { rows } = await sql<{ id: number; holders: number[] | null }>`
    select c.id, (select array_agg(p.person) from swap_parts p where p.circle = c.id
      and (p.gives is null or core.stays_in_swap(${site}::bigint, p.gives, p.person, ${now}))) as holders
    from swap_circles c where c.state = 'proposed'`.execute(ctx.db)
  const holders = new Map(rows.map(({ id, holders }) => [id, holders ?? []]))
  const changed = await changedCircles(ctx, [...holders.keys()], { settled: true })
  for (const circle of await readCircles(ctx.db, [...holders.keys()])) {
    const holding = holders.get(circle.id) ?? []
    // At the start of a shift nobody may give it away any more: that its time is over says why.
    if (circle.ends_at <= now) {
      const silent = circle.parts.filter(({ accepted }) => !accepted).map(({ person }) => person)
      const why = circle.agreed_at
        ? 'No coordinator approved it before the first shift began.'
        : 'Not everybody answered in time.'
      await endCircle(ctx, circle, { state: 'expired', leaving: silent })
      await notifyEnded(ctx, circle, { why, except: silent })
    } else if (holding.length < circle.size || changed.includes(circle.id)) {
      const gone = circle.parts.map(({ person }) => person).filter((person) => !holding.includes(person))
      await endImpossible(ctx, circle, gone)
    }
  }
  await sql`
    update swaps set state = 'expired', ended_at = ${now} where state = 'offered'
      and not core.stays_in_swap(${site}::bigint, shift, person, ${now})`.execute(ctx.db)
  await proposeCircles(ctx)
}
