import { sql } from 'kysely'
import { endPromises } from '#server/deliveries/promises/end.ts'
import { withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { judge } from '#server/suitability/queries.ts'
import { notifyExpired, notifyNotTaken, notifyOffered } from './notices.ts'
import { type Entry, isTooBusy, type OpenShift, planOffers } from './rules.ts'
import { dropOffers, endOffers, isAsOffered, isOfList, lockLists, type OpenOffer, storeOffer } from './store.ts'

/** Lists per tick, longest unchecked first. */
const MAX_LISTS = 200

type List = { event: number; assignment: number }

/**
 * Advances all due waiting lists: expires offers, offers open shifts, and removes people who are too busy or whose list
 * has ended.
 * @returns how many lists it checked.
 */
export const advanceWaiting = (deps: SweepDeps): Promise<number> =>
  sweep<List & { site: number }>(deps, {
    name: 'waiting',
    find: 'waiting_lists_due',
    most: MAX_LISTS,
    work: moveList,
  }).then(({ found }) => found)

type ListedShift = OpenShift & { open: boolean; held: boolean }

async function moveList(ctx: Ctx, list: List): Promise<void> {
  await lockLists(ctx, list.event)
  const { ended, off } = await listState(ctx, list)
  const dropped = ended
    ? await endPlaces(ctx, list)
    : [...(await endLeft(ctx, list)), ...(await endOld(ctx, list, off)), ...(off ? [] : await offerOpen(ctx, list))]
  await endPromises(ctx, dropped, { of: 'hold' })
}

/**
 * Offers the open shifts of a list, and removes people who are too busy.
 * @returns shifts that were offered to those.
 */
async function offerOpen(ctx: Ctx, list: List): Promise<number[]> {
  const now = ctx.clock.now()
  const { rows: shifts } = await sql<ListedShift>`
    select s.id, s.start, s.person is null as open, exists (select from waitingoffers o where o.shift = s.id and o.ended is null and o.exclusive
      and o.hold_until > ${now}) or core.is_unsettled(s.site_id, s.id, ${now}) as held
    from shifts s where s.event = ${list.event} and s.assignment = ${list.assignment} and s.draft is not null
      and s.start > ${now} order by s.start, s.id`.execute(ctx.db)
  if (!shifts.length) return []
  const judged = await judge(ctx.db, ctx.site, {
    shifts: shifts.map(({ id }) => id),
    people: (await readPlaces(ctx, list)).map(({ person }) => person),
    now,
  })
  const obstacles = (shift: number, person: number) =>
    judged
      .get(shift)
      ?.find((one) => one.person === person)
      ?.obstacles.map(({ code }) => code) ?? ['inactive' as const]
  const tooBusy = (await readPlaces(ctx, list)).filter(({ person }) =>
    isTooBusy(shifts.map(({ id, open }) => ({ open, obstacles: obstacles(id, person) }))),
  )
  const undoing = tooBusy.length ? await readUndoing(ctx, list) : new Set<number>()
  const busy = tooBusy.filter(({ person }) => !undoing.has(person))
  const left = await endPlaces(
    ctx,
    list,
    busy.map(({ id }) => id),
  )
  if (ctx.site.self_assign) {
    const open = shifts.filter((shift) => shift.open && !shift.held)
    const suits = (shift: number, person: number) => !obstacles(shift, person).length
    const plan = planOffers(open, await readPlaces(ctx, list), { now, zone: ctx.site.timezone, quiet: ctx.site, suits })
    const stored: number[] = []
    for (const offer of plan) {
      const id = await storeOffer(ctx, offer)
      if (id !== null) stored.push(id)
    }
    await notifyOffered(ctx, stored)
  }
  // Checks the list again until every undo window has passed.
  if (busy.length === tooBusy.length)
    await sql`update waiting set looked_at = clock_timestamp() where event = ${list.event} and assignment = ${list.assignment}`.execute(
      ctx.db,
    )
  return left
}

/** Whether a list is over (docs/decisions/043), and whether its event is called off, which suspends the list. */
async function listState(
  { db, site, clock }: Ctx,
  { event, assignment }: List,
): Promise<{ ended: boolean; off: boolean }> {
  const { rows } = await sql<{ ended: boolean; off: boolean }>`
    select core.waiting_list_ended(${site.id}::bigint, e.id, ${assignment}::bigint, ${clock.now()}) as ended, ${sql.raw(isOffSql('e'))} as off
    from events e where e.id = ${event}`.execute(db)
  return rows[0] ?? { ended: true, off: false }
}

/**
 * Ends a list's offers that have expired or whose shift is taken or changed. While the event is `off`, deletes them
 * instead, to be offered again if it goes ahead after all.
 * @returns shifts of deleted offers.
 */
async function endOld(ctx: Ctx, list: List, off: boolean): Promise<number[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<OpenOffer & { gone: boolean }>`
    select o.id, o.waiting, o.shift, w.person, o.hold_until, g.gone or ${off} as gone
    from waitingoffers o join waiting w on w.id = o.waiting join shifts s on s.id = o.shift join events e on e.id = s.event
    cross join lateral (select s.person is not null or s.draft is null or not ${isOfList('s', 'w')} or not ${isAsOffered('o', 's', 'e')} as gone) g
    where w.event = ${list.event} and w.assignment = ${list.assignment} and o.ended is null and (o.hold_until <= ${now} or g.gone) and not core.is_unsettled(s.site_id, s.id, ${now})`.execute(
    ctx.db,
  )
  const idsOf = (gone: boolean) => rows.filter((row) => row.gone === gone).map(({ id }) => id)
  for (const { id } of rows) await withdrawRosterNotices(ctx.db, 'waiting.offered', id)
  await dropOffers(ctx, idsOf(true))
  await endOffers(ctx, idsOf(false), 'expired')
  await notifyExpired(ctx, idsOf(false))
  await notifyNotTaken(ctx, idsOf(false), 'expired')
  return rows.filter(({ gone }) => gone).map(({ shift }) => shift)
}

async function endLeft(ctx: Ctx, list: List): Promise<number[]> {
  const { rows } = await sql<{ id: number; offers: number[] }>`
    select w.id, array(select o.id from waitingoffers o where o.waiting = w.id and o.ended is null) as offers from waiting w
    where w.event = ${list.event} and w.assignment = ${list.assignment} and core.has_left(${ctx.site.id}::bigint, w.person)`.execute(
    ctx.db,
  )
  if (!rows.length) return []
  const offers = rows.flatMap((row) => row.offers)
  for (const id of offers) await withdrawRosterNotices(ctx.db, 'waiting.offered', id)
  await notifyNotTaken(ctx, offers, 'left')
  return endPlaces(
    ctx,
    list,
    rows.map(({ id }) => id),
  )
}

/** Finds people on a list whose shift can still be undone; their entries are kept until then. */
async function readUndoing({ db, clock }: Ctx, { event, assignment }: List): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ person: number }>`
    select distinct w.person from waiting w join shifts s on s.person = w.person and core.is_unsettled(s.site_id, s.id, ${clock.now()})
    where w.event = ${event} and w.assignment = ${assignment}`.execute(db)
  return new Set(rows.map(({ person }) => person))
}

/**
 * Removes these entries, or all, from a list.
 * @returns shifts that were offered to them.
 */
async function endPlaces(ctx: Ctx, { event, assignment }: List, places?: readonly number[]): Promise<number[]> {
  const those = sql`w.event = ${event} and w.assignment = ${assignment}
    ${places ? sql`and w.id = any (${[...places]}::bigint[])` : sql``}`
  const { rows } = await sql<{ shift: number }>`
    select o.shift from waitingoffers o join waiting w on w.id = o.waiting where o.ended is null and ${those}`.execute(
    ctx.db,
  )
  await sql`delete from waiting w where ${those}`.execute(ctx.db)
  return rows.map(({ shift }) => shift)
}

async function readPlaces({ db }: Ctx, { event, assignment }: List): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select w.id, w.person, coalesce(json_agg(o.shift) filter (where o.id is not null), '[]') as offered,
      coalesce(bool_or(o.id is not null and o.ended is null), false) as asked
    from waiting w left join waitingoffers o on o.waiting = w.id
    where w.event = ${event} and w.assignment = ${assignment} group by w.id, w.person order by w.id`.execute(db)
  return rows
}
