import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { agree, changedCircles, endImpossible, findObstruction, lockParts, mayPass } from './moves.ts'
import { notifyEnded } from './notices.ts'
import { proposeCircles } from './search.ts'
import { endCircle, lockSwaps, readCircles, type StoredCircle } from './store.ts'

const MAX_SITES = 200
/** Interval between searches without a change to swaps. */
const SEARCH_MS = 5 * 60_000

/**
 * Ends expired and changed swaps at all sites, completes those whose last yes had to wait, and searches for others; every
 * five minutes among all offers, since availability, competencies and rosters change without notice. Called-off events
 * count once settled.
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
  // The next tick asks the remaining circles.
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
  const circles = await readCircles(ctx.db, [...holders.keys()])
  const isAgreed = ({ agreed_at, parts }: StoredCircle) => !agreed_at && parts.every(({ accepted }) => accepted)
  // All people before all shifts.
  await lockParts(
    ctx,
    circles.filter(isAgreed).flatMap(({ parts }) => parts),
  )
  for (const circle of circles) {
    const holding = holders.get(circle.id) ?? []
    // The deadline wins over "shift changed" as the stated reason.
    if (circle.ends_at <= now) {
      const silent = circle.parts.filter(({ accepted }) => !accepted).map(({ person }) => person)
      const why = circle.agreed_at
        ? 'No coordinator approved it before the first shift started.'
        : silent.length
          ? 'Not everyone replied in time.'
          : 'A shift was being changed when the time to reply ended.'
      await endCircle(ctx, circle, { state: 'expired', leaving: silent })
      await notifyEnded(ctx, circle, { why, except: silent })
    } else if (holding.length < circle.size || changed.includes(circle.id)) {
      const gone = circle.parts.map(({ person }) => person).filter((person) => !holding.includes(person))
      await endImpossible(ctx, circle, gone)
    } else if (isAgreed(circle)) {
      // The last yes came while a change that is undone by now prevented it.
      const obstruction = await findObstruction(ctx, circle.parts, circle.id)
      if (!obstruction) await agree(ctx, circle)
      else if (!mayPass(obstruction)) await endImpossible(ctx, circle, [])
    }
  }
  await sql`
    update swaps set state = 'expired', ended_at = ${now} where state = 'offered'
      and not core.stays_in_swap(${site}::bigint, shift, person, ${now})`.execute(ctx.db)
  await proposeCircles(ctx)
}
