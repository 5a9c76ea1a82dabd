import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { findCircles, type Offer } from '#server/swaps/circles.pure.ts'
import type { SwapWants } from '#server/swaps/contract.ts'
import { proposeCircles } from '#server/swaps/search.ts'
import { seeded } from '#tests/support/random.ts'
import { siteOf } from './dataset.ts'
import { median } from './figures.ts'
import type { Bench, Rig } from './rig.ts'

/** Maximum time of the search over 500 offers, in ms, on an idle machine. */
const GOAL_MS = 200

/** Which other shifts each person would take: few, as in a club, and shapes that make a search slow. */
const SHAPES: Record<string, (from: number, to: number, chance: () => number) => boolean> = {
  'a few wishes each': (_, __, chance) => chance() < 0.01,
  'half of all shifts': (_, __, chance) => chance() < 0.5,
  'no circle at all': (from, to) => from < to,
  'circles of five only': (from, to) => to % 5 === (from + 1) % 5,
  'circles of four only': (from, to) => to % 4 === (from + 1) % 4,
}

const WISHES: Record<string, SwapWants> = {
  'any day of the week': { weekdays: [1, 2, 3, 4, 5, 6, 7] },
  'a season without shifts': { weekdays: [1, 2, 3, 4, 5, 6, 7], end: '2020-12-31' },
}

/**
 * Searches for swap circles among 500 offers of 250 people: sparse graphs, dense graphs, and graphs without a short
 * circle.
 */
export const swapCircles: Bench = async (rig) => {
  const { offers: amount, keepsGoals } = rig.scale
  let slowest = 0
  for (const [shape, takes] of Object.entries(SHAPES)) {
    const random = seeded(1)
    const offers: Offer[] = Array.from({ length: amount }, (_, from) => ({
      id: from,
      person: from % (amount / 2),
      shift: from,
      takes: new Set(Array.from({ length: amount }, (_, to) => to).filter((to) => takes(from, to, random.next))),
    }))
    const rounds = Array.from({ length: 9 }, () => {
      const begun = performance.now()
      const circles = findCircles(offers)
      return { circles: circles.length, ms: performance.now() - begun }
    })
    const ms = median(rounds.map((round) => round.ms))
    slowest = Math.max(slowest, ms)
    console.log(
      `swap-circles: ${amount} offers, ${shape}: ${rounds[0]?.circles} circles in ${ms.toFixed(1)} ms (goal ${GOAL_MS})`,
    )
  }
  slowest = Math.max(slowest, await wholeSearch(rig))
  if (keepsGoals && slowest > GOAL_MS) throw new Error(`The search took ${slowest.toFixed(0)} ms.`)
}

/**
 * The complete search of a call, by wishes: reads wishes and facts, stores circles and notifies their people.
 * @returns the slowest median.
 */
async function wholeSearch({ dataset, scale }: Rig): Promise<number> {
  const data = await dataset('few')
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'app', max: 1, log })
  const clock = createClock()
  const site = await createResolveSite(pool, clock)(`bench-${siteOf(data)}`)
  if (!site) throw new Error('The data set has no site.')
  const once = async (wants: SwapWants) => {
    const found = { circles: 0, ms: 0 }
    const search = async (ctx: Ctx) => {
      await makeOffers(ctx, wants, scale.offers)
      const begun = performance.now()
      await proposeCircles(ctx)
      found.ms = performance.now() - begun
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from swap_circles`.execute(ctx.db)
      found.circles = rows[0]?.n ?? 0
      throw ROLLED_BACK
    }
    const parts = { site, actor: { kind: 'system' as const, name: 'bench' }, clock, log, wake: () => {} }
    await createWithSite(pool)(site.id, (db) => search({ ...parts, db }), { access: 'write' }).catch((error) => {
      if (error !== ROLLED_BACK) throw error
    })
    return found
  }
  let slowest = 0
  try {
    for (const [wish, wants] of Object.entries(WISHES)) {
      const rounds = []
      for (let round = 0; round < 9; round++) rounds.push(await once(wants))
      const ms = median(rounds.map((round) => round.ms))
      slowest = Math.max(slowest, ms)
      console.log(
        `swap-circles: ${scale.offers} offers, ${wish}: ${rounds[0]?.circles} circles asked in ${ms.toFixed(0)} ms (goal ${GOAL_MS})`,
      )
    }
  } finally {
    await pool.end()
  }
  return slowest
}

const ROLLED_BACK = new Error('The round is over.')

/** Two shifts per person, each on a day of its own. */
const makeOffers = ({ db, clock }: Ctx, wants: SwapWants, amount: number) =>
  sql`
    with p as (insert into people (name, email) select 'Offering ' || n, 'offering' || n || '@example.org' from generate_series(1, ${amount / 2}::integer) n returning id),
      e as (insert into events (name, start, "end") select 'Offered ' || n, at, at + interval '3 hours'
        from generate_series(1, ${amount}::integer) n, lateral (select ${clock.now()}::timestamptz + n * interval '1 day' as at) t returning id, start, "end"),
      s as (insert into shifts (event, person, start, "end", draft, assigned_at)
        select e.id, (select array_agg(id) from p)[1 + e.n % ${amount / 2}::integer], e.start, e."end", ${clock.now()}, ${clock.now()}
        from (select *, row_number() over (order by start) as n from e) e returning id, person)
    insert into swaps (person, kind, shift, wants, comments, state, created_at)
    select person, 'offer', id, ${JSON.stringify(wants)}::jsonb, '', 'offered', ${clock.now()} from s`.execute(db)
