import { sql } from 'kysely'
import { endPromises } from '#server/deliveries/promises/end.ts'
import { queueRosterNotices, type RosterNotice, withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { type ShiftFacts, shiftFacts, withOwnTimes } from '#server/deliveries/shift-facts.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { listAdmins, listCoordinators } from '#server/people/coordinators.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { isOfAsk } from './asked-before.ts'
import type { LockedSearch } from './store.ts'
import { readWhy } from './why/queries.ts'
import { askedLine } from './why/rules.ts'

export const LINK_PURPOSE = 'cover.ask'

/** `code` is the short link for texts. `thanked`: they were told that they are not needed, and are asked again. */
type Ask = { id: number; person: number; uid: string; code: string | null; thanked?: boolean }

/**
 * Sends requests with a link that answers without signing in.
 * @param how.exclusiveUntil end of an exclusive offer to the first waiting person; null if others are asked.
 * @param how.inTurn chosen by order, not by a coordinator.
 * @param how.due_at when to send it; default: immediately.
 */
export async function noteAsked(
  ctx: Ctx,
  search: LockedSearch,
  asks: readonly Ask[],
  { exclusiveUntil, inTurn, due_at }: { exclusiveUntil: Date | null; inTurn: boolean; due_at?: Date },
): Promise<void> {
  const shift = withOwnTimes(await factsOf(ctx, search.shift))
  const [start, end] = [new Date(shift.start), new Date(shift.end)]
  const what = lineOf(shift)
  const path = (uid: string) => `/cover/${uid}.{token}`
  const why = await readWhy(
    ctx,
    asks.map(({ id }) => id),
  )
  const others = exclusiveUntil ? [] : [askedLine(await countAsked(ctx, search.id))]
  await queueRosterNotices(
    ctx,
    ...asks.map(
      ({ id, person, uid, code, thanked = false }): RosterNotice => ({
        kind: 'cover.asked',
        ...{
          person,
          subject: id,
          cause: thanked ? `${id} ${ctx.clock.now().toISOString()}` : String(id),
          event: shift.event,
          shift: shift.id,
          shows: [{ shift: shift.id, start, end }],
          useful_until: search.stands.start,
        },
        ...(due_at && { due_at }),
        title: `Can you cover? ${what}`,
        paragraphs: [
          [
            leadOf(exclusiveUntil, inTurn),
            ...(thanked ? ['Someone is needed again.'] : []),
            ...(why.get(id) ?? []),
            ...others,
          ].join(' '),
          'If you can’t, you don’t have to say why, and it won’t count against you. Opening the page doesn’t answer for you.',
        ],
        action: { label: 'I’ll do it', path: `${path(uid)}?answer=yes` },
        other_action: { label: 'Not this time', path: `${path(uid)}?answer=no` },
        sms: ROSTER_SMS.cover_asked,
        names: { what },
        ...(code && { sms_path: `/c/${code}` }),
        times: { at: shift.start, until: shift.end, ...(exclusiveUntil && { kept: exclusiveUntil.toISOString() }) },
        derive: { purpose: LINK_PURPOSE, id: uid },
      }),
    ),
  )
}

function leadOf(exclusiveUntil: Date | null, inTurn: boolean): string {
  if (exclusiveUntil) return 'You’re first on the waiting list, and no one else will be asked before {kept}.'
  return inTurn ? 'You’re next in turn.' : 'A coordinator is asking you.'
}

async function countAsked({ db }: Ctx, search: number): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    select count(*)::int as asked from coverasks where cover = ${search}`.execute(db)
  return rows[0]?.asked ?? 0
}

/** @param shift its facts before the move: its former person may have agreed on other times. */
export async function noteFound(
  ctx: Ctx,
  search: LockedSearch,
  shift: ShiftFacts,
  { former, covering }: { former: number; covering: number },
): Promise<void> {
  const what = lineOf(shift)
  await queueRosterNotices(ctx, {
    kind: 'cover.found',
    ...{ person: former, subject: search.id, cause: String(search.id), event: shift.event },
    useful_until: search.stands.start,
    tells: [{ shift: search.shift, state: 'not_theirs' }],
    shows: [{ shift: search.shift, start: new Date(shift.start), end: new Date(shift.end) }],
    title: `Covered: ${what}`,
    paragraphs: [`{name} has taken ${what}, {at}. You’re off this shift and don’t need to do anything.`],
    sms: ROSTER_SMS.cover_found,
    names: { what },
    about: covering,
    times: { at: shift.start },
  })
}

/** Notifies pending invitees once that the search has ended; cancels unsent requests. */
export async function noteEnded(ctx: Ctx, { id, shift }: LockedSearch): Promise<void> {
  await sql`update deliveries d set state = 'cancelled', reason = 'taken_up', updated_at = clock_timestamp()
    from coverasks a where a.cover = ${id} and d.person = a.person and d.kind = 'cover.asked' and ${sql.raw(isOfAsk('a'))}
      and d.state = 'queued' and a.answer is distinct from 'yes'`.execute(ctx.db)
  await endPromises(ctx, [shift], { of: 'ask' })
}

const MAX_NAMED = 20

const andMore = (all: readonly number[], named: readonly number[]) =>
  all.length > named.length ? ` and ${all.length - named.length} more` : ''

/**
 * Notifies the coordinators each time a search is exhausted. Admins, who may read and act, also get the names of the
 * people who said no, have not answered or could not be reached.
 */
export async function noteExhausted(ctx: Ctx, search: LockedSearch): Promise<void> {
  const shift = await factsOf(ctx, search.shift)
  const what = lineOf(shift)
  const { rows: asked } = await sql<{ person: number; answer: string | null; channel: string }>`
    select person, answer, channel from coverasks where cover = ${search.id} order by id`.execute(ctx.db)
  const coordinators = (await listCoordinators(ctx.db, [shift.event])).get(shift.event) ?? []
  const admins = new Set(await listAdmins(ctx.db))
  const unanswered = asked.filter(({ answer }) => answer === null)
  const silent = unanswered.filter(({ channel }) => channel !== 'none').map(({ person }) => person)
  const unreached = unanswered.filter(({ channel }) => channel === 'none').map(({ person }) => person)
  const no = asked.filter(({ answer }) => answer === 'no').map(({ person }) => person)
  const left = (...named: readonly number[][]) => Math.max(0, MAX_NAMED - named.flat().length)
  const lists = {
    silent: silent.slice(0, MAX_NAMED),
    unreached: unreached.slice(0, left(silent)),
    said_no: no.slice(0, left(silent, unreached)),
  }
  const counts = asked.length
    ? `${asked.length} asked: ${no.length} said no, ${silent.length} haven’t replied${unreached.length ? `, ${unreached.length} couldn’t be reached` : ''}.`
    : 'No one suitable was found.'
  const forAdmins = [
    ...(lists.silent.length ? [`No reply: {silent}${andMore(silent, lists.silent)}.`] : []),
    ...(lists.unreached.length ? [`Not reached: {unreached}${andMore(unreached, lists.unreached)}.`] : []),
    ...(lists.said_no.length ? [`Said no: {said_no}${andMore(no, lists.said_no)}.`] : []),
    'What would help: phone those who haven’t replied or couldn’t be reached, ask someone who was left out, or assign someone yourself.',
  ]
  await withdrawRosterNotices(ctx.db, 'cover.exhausted', search.id)
  await queueRosterNotices(
    ctx,
    ...coordinators.map(
      (person): RosterNotice => ({
        kind: 'cover.exhausted',
        ...{ person, subject: search.id, cause: `${search.id} ${ctx.clock.now().toISOString()}`, event: shift.event },
        ...{ shift: shift.id, missing: search.wanted },
        useful_until: search.stands.start,
        title: `No one left to ask: ${what}`,
        paragraphs: [
          `Everyone who could do ${what}, {at}, has been asked.`,
          counts,
          ...(admins.has(person) ? forAdmins : ['The admins have been asked to find someone.']),
        ],
        ...(admins.has(person) && { lists }),
        action: admins.has(person)
          ? { label: 'See who was asked', path: `/cover?gap=${search.id}` }
          : { label: 'Open the event', path: `/events/${shift.event}` },
        sms: ROSTER_SMS.cover_exhausted,
        names: { what, counts },
        times: { at: shift.start },
      }),
    ),
  )
}

export async function factsOf({ db }: Ctx, shift: number): Promise<ShiftFacts> {
  const facts = await shiftFacts(db, { shifts: [shift] })
  return facts.get(shift)!
}

/** `Safety boat, Helm at Frostbite Series`. */
const lineOf = ({ assignment, role, event_name }: ShiftFacts): string =>
  [[assignment, role].filter(Boolean).join(', ') || 'a shift', eventName(event_name)].join(' at ')
