import { sql } from 'kysely'
import { endPromises, noteAnswered } from '#server/deliveries/promises/end.ts'
import { withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { ownActor, personOf, standingOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { refuseOperator, requireOwnAct, requireOwnFor, requireStanding } from '#server/engine/access/permission.ts'
import { DomainError, forbidden, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { giveBack, takeShift } from '#server/open-shifts/commands.ts'
import { listNextBest } from '#server/open-shifts/next-best.ts'
import type { TakeInput } from '#server/requests/sign-up/contract.ts'
import { EVENT_OFF } from '#server/requests/sign-up/rules.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { judge } from '#server/suitability/queries.ts'
import { MAX_ENTRIES, type WaitingInput } from './contract.ts'
import { keepEntry, returnEntry } from './kept-entry.ts'
import { notifyNotTaken, notifyOffered } from './notices.ts'
import { joinVerdict, keptUntil } from './rules.ts'
import { endOffers, isAsOffered, isOfList, isOpen, lockLists, type OpenOffer, storeOffer } from './store.ts'

/**
 * Adds the acting person to the end of an assignment's waiting list at an event. Idempotent.
 * @returns the id of the entry.
 * @throws DomainError 'not_found'; 'invalid' where the assignment has no list, while a shift is open to them, or when
 * they could do none of its shifts.
 */
export async function joinList(ctx: Ctx, { event, assignment }: WaitingInput): Promise<number> {
  const me = requireOwnAct(ctx.actor)
  await lockLists(ctx, event)
  const { rows: known } = await sql<{ id: number }>`
    select id from waiting where event = ${event} and assignment = ${assignment} and person = ${me}`.execute(ctx.db)
  if (known[0]) return known[0].id
  const listed = await ctx.db
    .selectFrom('assignments')
    .select('waiting_list')
    .where('id', '=', assignment)
    .executeTakeFirst()
  if (listed?.waiting_list === false) throw invalid({ assignment: [NO_LIST] })
  await requireFull(ctx, me, { event, assignment })
  const { rows: own } = await sql<{ count: number }>`
    select count(*)::int as count from waiting where person = ${me}`.execute(ctx.db)
  if ((own[0]?.count ?? 0) >= MAX_ENTRIES)
    throw invalid({ event: [`You are on ${MAX_ENTRIES} waiting lists. Leave one of them first.`] })
  const now = ctx.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into waiting (event, assignment, person, looked_at, created_at) values (${event}, ${assignment}, ${me}, clock_timestamp(), ${now})
    returning id`.execute(ctx.db)
  const { id } = rows[0]!
  await audit(ctx, { action: 'waiting.join', subject: 'events', subject_id: event, details: { assignment } })
  return id
}

const NO_LIST = 'There is no waiting list for this.'

async function requireFull(ctx: Ctx, me: number, { event, assignment }: WaitingInput): Promise<void> {
  const now = ctx.clock.now()
  const { rows: events } = await sql<{ off: boolean }>`
    select ${sql.raw(isOffSql('e'))} as off from events e where e.id = ${event} and not e.archived
      and exists (select from shifts s where s.event = e.id and s.draft is not null)`.execute(ctx.db)
  if (!events[0]) throw invalid({ event: ['This event does not exist.'] })
  if (events[0].off) throw invalid({ event: [EVENT_OFF] })
  const { rows: shifts } = await sql<{ id: number; open: boolean }>`
    select s.id, ${isOpen('s', now)} as open from shifts s where s.event = ${event} and s.assignment = ${assignment} and s.draft is not null and s.start > ${now}
    order by s.start, s.id`.execute(ctx.db)
  if (!shifts.length) throw invalid({ assignment: ['This event has no coming shifts of this assignment.'] })
  const judged = await judge(ctx.db, ctx.site, {
    shifts: shifts.map(({ id }) => id),
    people: [me],
    now,
    voice: 'you',
    reader: callersClock(ctx),
  })
  const found = shifts.map(({ id, open }) => ({ open, obstacles: judged.get(id)?.[0]?.obstacles ?? [] }))
  const verdict = joinVerdict(found.map((one) => ({ ...one, obstacles: one.obstacles.map(({ code }) => code) })))
  if (verdict === 'unsuitable') throw invalid({ assignment: [found[0]?.obstacles[0]?.words ?? 'You cannot do this.'] })
  if (verdict === 'open') throw invalid({ assignment: ['A shift is still open, so there’s no need to wait.'] })
}

/**
 * Removes an entry, as its person or an admin. Its offer passes to the next.
 * @throws DomainError 'not_found'.
 */
export async function leaveList(ctx: Ctx, id: number): Promise<void> {
  const place = await lockPlace(ctx, id)
  requireOwnFor(ctx.actor, place.person)
  if (place.offer) {
    await withdrawOffers(ctx, [place.offer])
    await notifyNotTaken(ctx, [place.offer.id], 'left')
    if (place.person === ownActor(ctx.actor)) await answered(ctx, place.offer)
  }
  await sql`delete from waiting where id = ${id}`.execute(ctx.db)
  if (place.offer && place.person !== ownActor(ctx.actor)) await endPromises(ctx, [place.offer.shift], { of: 'hold' })
  await audit(ctx, {
    action: 'waiting.leave',
    subject: 'events',
    subject_id: place.event,
    details: { assignment: place.assignment, person: place.person },
  })
  ctx.wake('reminders.plan')
}

/**
 * Takes the shift offered to the acting person, confirms it and removes their entry. Idempotent.
 * @param only the offer that they read; without it, the current one.
 * @returns the shift.
 * @throws DomainError 'not_found', 'conflict' when the offer has ended or someone else was first, with alternatives in
 * `instead`.
 */
export async function acceptOffer(ctx: Ctx, id: number, only?: number): Promise<{ shift: number }> {
  const me = requireOwnAct(ctx.actor)
  const accepted = await acceptedBefore(ctx, id, me)
  if (accepted !== null) return { shift: accepted }
  const place = await lockPlace(ctx, id)
  if (place.person !== me) throw forbidden('Only the person on the waiting list can take the shift.')
  const offer = only === undefined || place.offer?.id === only ? place.offer : null
  if (offer && !offer.as_offered)
    throw new DomainError(
      'conflict',
      'This shift has changed since it was offered to you. Look at it again in a minute.',
      {
        body: { instead: [] },
      },
    )
  if (!offer || offer.hold_until <= ctx.clock.now())
    throw new DomainError('conflict', 'This shift is no longer held for you. Thank you for replying.', {
      body: { instead: await listNextBest(ctx, me, offer?.shift) },
    })
  await takeShift(ctx, offer.shift, {}, { offered: true })
  await leaveWith(ctx, offer)
  return { shift: offer.shift }
}

/** Returns the shift that a person accepted with this entry, while it is theirs. */
async function acceptedBefore({ db }: Ctx, place: number, person: number): Promise<number | null> {
  const { rows } = await sql<{ shift: number }>`
    select s.id as shift from audit a join shifts s on s.site_id = a.site_id and s.id = a.subject_id and s.person = ${person}
    where a.person = ${person} and a.action = 'waiting.accept' and a.details -> 'place' = to_jsonb(${place}::bigint)
      and not exists (select from waiting w where w.id = ${place}) limit 1`.execute(db)
  return rows[0]?.shift ?? null
}

/** Takes an open shift for the acting person, as `takeShift`. Removes their entry if the shift was offered from it. */
export async function takeOpenShift(ctx: Ctx, shift: number, asked: TakeInput = {}): Promise<{ event: number }> {
  const me = requireOwnAct(ctx.actor)
  await lockListsOf(ctx, shift)
  const taken = await takeShift(ctx, shift, asked)
  const { rows } = await sql<OpenOffer>`
    select o.id, o.waiting, o.shift, w.person, o.hold_until from waitingoffers o join waiting w on w.id = o.waiting
    join shifts s on s.id = o.shift and ${isOfList('s', 'w')}
    where o.shift = ${shift} and w.person = ${me} and o.ended is null`.execute(ctx.db)
  if (rows[0]) await leaveWith(ctx, rows[0])
  return taken
}

/** Removes the acting person's entry after they accept, and keeps it for undo. */
async function leaveWith(ctx: Ctx, offer: OpenOffer): Promise<void> {
  await withdrawOffers(ctx, [offer])
  await answered(ctx, offer)
  await keepEntry(ctx, offer.waiting)
  await sql`delete from waiting where id = ${offer.waiting}`.execute(ctx.db)
  await audit(ctx, {
    action: 'waiting.accept',
    subject: 'shifts',
    subject_id: offer.shift,
    details: { place: offer.waiting },
  })
}

/**
 * Gives back a shift that the acting person just took, as `giveBack`. Restores their waiting-list entry, and the offer
 * until its original end.
 */
export async function giveBackShift(ctx: Ctx, shift: number): Promise<void> {
  await lockListsOf(ctx, shift)
  await giveBack(ctx, shift)
  await returnEntry(ctx, shift)
}

async function lockListsOf(ctx: Ctx, shift: number): Promise<void> {
  const { rows } = await sql<{ event: number }>`select event from shifts where id = ${shift}`.execute(ctx.db)
  if (rows[0]) await lockLists(ctx, rows[0].event)
}

/**
 * Declines the offered shift: the person stays on the list and the next is asked. Idempotent.
 * @param only as for `acceptOffer`.
 */
export async function declineOffer(ctx: Ctx, id: number, only?: number): Promise<void> {
  refuseOperator(ctx.actor)
  const { offer } = await lockPlace(ctx, id)
  if (!offer || (only !== undefined && offer.id !== only)) return
  await withdrawOffers(ctx, [offer])
  await answered(ctx, offer)
  await endOffers(ctx, [offer.id], 'no')
  await notifyNotTaken(ctx, [offer.id], 'no')
  await audit(ctx, { action: 'waiting.decline', subject: 'shifts', subject_id: offer.shift })
  ctx.wake('reminders.plan')
}

/**
 * Offers an open shift to one person on the list, as an admin, and holds it for them, also in the last 24 hours.
 * @throws DomainError 'forbidden', 'not_found', 'invalid' at the shift, 'conflict' during another offer or when someone
 * has the shift.
 */
export async function offerShift(ctx: Ctx, id: number, shift: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const place = await lockPlace(ctx, id)
  if (place.offer?.shift === shift) return
  if (place.offer) throw new DomainError('conflict', 'They are already being offered another shift.')
  const now = ctx.clock.now()
  const { rows } = await sql<{ start: Date }>`
    select start from shifts where id = ${shift} and event = ${place.event} and assignment = ${place.assignment} and draft is not null
      and start > ${now}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw invalid({ shift: ['Choose a coming shift of this assignment.'] })
  const judged = await judge(ctx.db, ctx.site, {
    ...{ shifts: [shift], people: [place.person], now, mustBeOpen: true },
    reader: callersClock(ctx),
  })
  const [obstacle] = judged.get(shift)?.[0]?.obstacles ?? []
  if (obstacle) throw new DomainError('conflict', `${obstacle.words}.`.replace(/\.\.$/, '.'))
  await sql`delete from waitingoffers where waiting = ${id} and shift = ${shift}`.execute(ctx.db)
  const hold_until = keptUntil(now, { start: found.start, zone: ctx.site.timezone, quiet: ctx.site })
  const offer = await storeOffer(ctx, { waiting: id, shift, exclusive: true, hold_until }, personOf(ctx.actor))
  if (offer === null) throw new DomainError('conflict', 'This shift is not open any more.')
  await notifyOffered(ctx, [offer])
  await audit(ctx, { action: 'waiting.offer', subject: 'shifts', subject_id: shift, details: { person: place.person } })
}

type LockedPlace = {
  event: number
  assignment: number
  person: number
  offer: (OpenOffer & { as_offered: boolean }) | null
}

/**
 * Locks the event's lists and reads an entry.
 * @throws DomainError 'not_found' for someone else's, unless for an admin.
 */
async function lockPlace(ctx: Ctx, id: number): Promise<LockedPlace> {
  const { rows: events } = await sql<{ event: number }>`select event from waiting where id = ${id}`.execute(ctx.db)
  if (events[0]) await lockLists(ctx, events[0].event)
  const { rows } = await sql<Omit<LockedPlace, 'offer'>>`
    select event, assignment, person from waiting where id = ${id}`.execute(ctx.db)
  const [place] = rows
  const mayAll = standingOf(ctx.actor) !== 'user'
  if (mayAll) requireStanding(ctx.actor, 'admin')
  if (!place || (!mayAll && place.person !== personOf(ctx.actor)))
    throw notFound('This place on a waiting list does not exist.')
  const { rows: offers } = await sql<OpenOffer & { as_offered: boolean }>`
    select o.id, o.waiting, o.shift, o.hold_until, w.person, ${isAsOffered('o', 's', 'e')} as as_offered from waitingoffers o
    join waiting w on w.id = o.waiting join shifts s on s.id = o.shift and ${isOfList('s', 'w')} join events e on e.id = s.event
    where o.waiting = ${id} and o.ended is null`.execute(ctx.db)
  return { ...place, offer: offers[0] ?? null }
}

const answered = (ctx: Ctx, { id, person }: OpenOffer): Promise<unknown> =>
  noteAnswered(ctx.db, 'waiting.offered', { subject: id, person })

async function withdrawOffers(ctx: Ctx, offers: readonly OpenOffer[]): Promise<void> {
  for (const { id } of offers) await withdrawRosterNotices(ctx.db, 'waiting.offered', id)
}
