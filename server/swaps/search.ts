import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { createBreather } from '#server/engine/kernel/breather.ts'
import { personJudge } from '#server/suitability/queries.ts'
import { findCircles, findPairs, type Offer } from './circles.pure.ts'
import { MAX_OFFERS, type SwapWants } from './contract.ts'
import { notifyAsked } from './notices.ts'
import { datedShift, isWanted } from './rules.ts'
import { type StoredPart, storeCircles } from './store.ts'

type OfferRow = {
  id: number
  person: number
  shift: number
  wants: SwapWants
  start: Date
  assignment: number | null
}

/** Maximum circles asked per search: the caller waits for all their messages. */
export const ASK_LIMIT = 20

/**
 * Searches the site's open offers for circles and asks the first ones. Needs the lock of the site's swaps.
 * @returns whether all circles found are asked.
 */
export async function proposeCircles(ctx: Ctx): Promise<boolean> {
  const found = await fittingCircles(ctx, await openOffers(ctx))
  const circles = found.slice(0, ASK_LIMIT)
  if (circles.length) {
    const stored = await storeCircles(
      ctx,
      circles.map((circle) => ({ swaps: circle.map(({ id }) => id), parts: partsOf(circle) })),
    )
    await notifyAsked(ctx, stored, { comments: '', by: null })
  }
  return circles.length === found.length
}

/** Returns the first names of the others in an unsaved offer's circle; null without one. */
export async function findPossible(
  ctx: Ctx,
  shift: { id: number; start: string },
  wants: SwapWants,
): Promise<string[] | null> {
  const person = requirePerson(ctx.actor)
  const known = (await openOffers(ctx)).filter((one) => one.shift !== shift.id)
  const { rows: own } = await sql<{ start: Date; assignment: number | null }>`
    select start, assignment from shifts where id = ${shift.id}`.execute(ctx.db)
  if (!own[0] || !known.length) return null
  const offer = { id: Number.MAX_SAFE_INTEGER, person, shift: shift.id, wants, ...own[0] }
  const found = (await fittingCircles(ctx, [...known, offer])).find((circle) =>
    circle.some((one) => one.shift === shift.id),
  )
  if (!found) return null
  const others = found.map((one) => one.person).filter((one) => one !== person)
  const { rows } = await sql<{ name: string }>`
    select split_part(name, ' ', 1) as name from people where id = any (${others}::bigint[]) order by people.name collate core.reading_order`.execute(
    ctx.db,
  )
  return rows.map(({ name }) => name || 'someone')
}

type Found = Pick<Offer, 'id' | 'person' | 'shift'>

const partsOf = (circle: readonly Found[]): StoredPart[] =>
  circle.map(({ person, shift }, at) => ({
    person,
    gives: shift,
    gets: circle[(at + 1) % circle.length]!.shift,
    accepted: null,
  }))

async function openOffers({ db, site, clock }: Ctx): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select w.id, w.person, w.shift, w.wants, s.start, s.assignment from swaps w join shifts s on s.site_id = w.site_id and s.id = w.shift
    where w.state = 'offered' and core.may_be_swapped(${site.id}::bigint, w.shift, w.person, ${clock.now()})
    order by w.id limit ${MAX_OFFERS}`.execute(db)
  return rows
}

/** Finds circles in which everyone wants and may do what they get, given what they offer. */
async function fittingCircles({ db, site, clock }: Ctx, rows: readonly OfferRow[]): Promise<(readonly Found[])[]> {
  const offers = rows.map((row) => ({
    ...row,
    offered: datedShift({ ...row, id: row.shift }, site.timezone),
  }))
  const judgeOf = await personJudge(db, site, {
    shifts: offers.map(({ shift }) => shift),
    people: [...new Set(offers.map(({ person }) => person))],
    now: clock.now(),
  })
  const judges = new Map(offers.map((one) => [one, judgeOf(one.person, new Set([one.shift]))]))
  const takes = (one: (typeof offers)[number], other: (typeof offers)[number]) =>
    other.person !== one.person && isWanted(one.wants, other.offered) && judges.get(one)?.(other.shift)?.length === 0
  const breathe = createBreather()
  const pairs = await findPairs(offers, takes, breathe)
  const paired = new Set(pairs.flat())
  const left = offers.filter((one) => !paired.has(one))
  const graph: Offer[] = []
  for (const one of left) {
    const wanted = left.filter((other) => takes(one, other))
    graph.push({ ...one, takes: new Set(wanted.map(({ shift }) => shift)) })
    await breathe()
  }
  return [...pairs, ...findCircles(graph)]
}
