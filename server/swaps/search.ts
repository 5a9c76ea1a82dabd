import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { judge } from '#server/suitability/queries.ts'
import { findCircles, type Offer } from './circles/rules.ts'
import { MAX_OFFERS, type SwapWants } from './contract.ts'
import { findUnsuitable } from './moves.ts'
import { notifyAsked } from './notices.ts'
import { isWanted } from './rules.ts'
import { type StoredPart, storeCircle } from './store.ts'

type OfferRow = {
  id: number
  person: number
  shift: number
  wants: SwapWants
  start: Date
  assignment: number | null
}

/** How often a circle that turns out not to fit is left out before the next offer leads to a search again. */
const MAX_ROUNDS = 20

/** Looks for circles among the site's open offers and asks the people of each. The site's swaps are locked. */
export async function proposeCircles(ctx: Ctx): Promise<void> {
  await sql`update swaps set searched_at = ${ctx.clock.now()} where state = 'offered'`.execute(ctx.db)
  const rows = await openOffers(ctx)
  for (const circle of await fittingCircles(ctx, rows)) {
    const parts = partsOf(circle)
    const stored = await storeCircle(
      ctx,
      circle.map(({ id }) => id),
      parts,
    )
    await notifyAsked(ctx, stored, { comments: '', by: null })
  }
}

/**
 * Finds whom an offer that is not stored would ask, by their first names: the others of the circle that it would be in; null without one.
 */
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
    select split_part(name, ' ', 1) as name from people where id = any (${others}::bigint[]) order by name`.execute(
    ctx.db,
  )
  return rows.map(({ name }) => name || 'somebody')
}

const partsOf = (circle: readonly Offer[]): StoredPart[] =>
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

/**
 * Finds circles of offers in which everybody would take and may do what they get. Whether a shift fits is first asked as if everybody
 * gave away all that they offer, and then exactly; what does not fit then is left out, and the search goes on.
 */
async function fittingCircles(ctx: Ctx, rows: readonly OfferRow[]): Promise<(readonly Offer[])[]> {
  let offers = await offersOf(ctx, rows)
  const fitting: (readonly Offer[])[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = findCircles(offers)
    let complete = true
    const used = new Set<number>()
    for (const circle of found) {
      const parts = partsOf(circle)
      const problem = await findUnsuitable(ctx, parts)
      if (!problem) {
        fitting.push(circle)
        for (const { id } of circle) used.add(id)
        continue
      }
      complete = false
      const gets = parts.find(({ person }) => person === problem.person)!
      offers = offers.map((offer) =>
        offer.shift === gets.gives ? { ...offer, takes: without(offer.takes, gets.gets) } : offer,
      )
    }
    if (complete) break
    offers = offers.filter(({ id }) => !used.has(id))
  }
  return fitting
}

const without = (set: ReadonlySet<number>, one: number | null) => new Set([...set].filter((other) => other !== one))

async function offersOf({ db, site, clock }: Ctx, rows: readonly OfferRow[]): Promise<Offer[]> {
  const wanted = rows.map((row) =>
    rows.filter(
      (other) =>
        other.person !== row.person &&
        isWanted(row.wants, { id: other.shift, start: other.start, assignment: other.assignment }, site.timezone),
    ),
  )
  const shifts = [...new Set(wanted.flat().map(({ shift }) => shift))]
  const judged = await judge(db, site, {
    shifts,
    people: [...new Set(rows.filter((_, at) => wanted[at]!.length).map(({ person }) => person))],
    ignoring: rows.map(({ shift }) => shift),
    now: clock.now(),
  })
  const suitable = new Set(
    [...judged].flatMap(([shift, people]) =>
      people.filter(({ obstacles }) => !obstacles.length).map(({ person }) => `${person} ${shift}`),
    ),
  )
  return rows.map(({ id, person, shift }, at) => ({
    id,
    person,
    shift,
    takes: new Set(wanted[at]!.map((other) => other.shift).filter((other) => suitable.has(`${person} ${other}`))),
  }))
}
