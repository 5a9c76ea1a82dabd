import { sql } from 'kysely'
import { OPEN_STATES } from '#server/cover/contract.ts'
import { queueRosterNotices, type RosterNotice, withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import { nextDueTime } from '#server/deliveries/undo-window.ts'
import { ownActor, personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { listAdmins, listCoordinators } from '#server/people/coordinators.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { declineDue, type NotifiedDecline, timeLeft } from './rules.ts'

type Decline = { id: number; shift: number; person: number; reason: string; released: boolean; sought: boolean }

/**
 * Notifies the coordinators of a decline, except the one who recorded it. Replaces unsent messages about the same
 * decline and limits the number per shift.
 * @param decline `id`: of the stored answer. `sought`: whether others are being asked.
 */
export async function noteDeclined(ctx: Ctx, decline: Decline, given_by: number | null): Promise<void> {
  const knower = given_by === personOf(ctx.actor) ? ownActor(ctx.actor) : given_by
  const shift = (await shiftFacts(ctx.db, { shifts: [decline.shift] })).get(decline.shift)!
  const coordinators = (await listCoordinators(ctx.db, [shift.event], [knower, decline.person])).get(shift.event)
  if (!coordinators?.length) return
  // Only admins may read reasons.
  const admins = new Set(await listAdmins(ctx.db))
  const duty = [shift.assignment, shift.role].filter(Boolean).join(', ') || 'a shift'
  const what = `${duty} at ${eventName(shift.event_name)}`
  await withdrawEarlier(ctx, decline)
  const start = new Date(shift.start)
  const told = await listNotified(ctx, { ...decline, event: shift.event })
  const due_at = declineDue({ person: decline.person, start, due: nextDueTime(ctx) }, told)
  const left = timeLeft(start, due_at)
  const { stands, sms } = WORDS[decline.released ? 'released' : decline.sought ? 'sought' : 'left']
  await queueRosterNotices(
    ctx,
    ...coordinators.map(
      (person): RosterNotice => ({
        kind: 'answer.declined',
        ...{ person, subject: decline.id, cause: String(decline.id), event: shift.event },
        ...{ shift: shift.id, missing: decline.person },
        ...{ useful_until: start, due_at },
        title: `Cannot come: ${what}`,
        paragraphs: [
          `{name} cannot come: ${what}, {at}. It starts ${left}.`,
          ...(admins.has(person) ? [decline.reason ? `Reason: ${decline.reason}` : 'No reason was given.'] : []),
          stands,
        ],
        action: { label: 'Open the event', path: `/events/${shift.event}` },
        sms,
        names: { what },
        about: decline.person,
        times: { at: shift.start },
      }),
    ),
  )
}

const withdrawEarlier = ({ db }: Ctx, { id, shift, person }: Decline): Promise<unknown> =>
  sql`update deliveries d set state = 'cancelled', reason = 'taken_up', updated_at = clock_timestamp() from answers a
    where a.shift = ${shift} and a.person = ${person} and a.id <> ${id}
      and d.kind = 'answer.declined' and d.state = 'queued' and d.cause = 'notice:' || a.id`.execute(db)

/** Lists the other declines of a shift that coordinators were notified of within a day, or will be. */
async function listNotified(
  { db, clock }: Ctx,
  { id, shift, event }: Decline & { event: number },
): Promise<NotifiedDecline[]> {
  const { rows } = await sql<NotifiedDecline>`
    select a.person, max(d.due_at) as at from deliveries d join answers a on a.shift = ${shift} and d.cause = 'notice:' || a.id
    where d.event = ${event} and d.kind = 'answer.declined' and d.state not in ('cancelled', 'skipped') and a.id <> ${id}
      and d.due_at > ${clock.now()}::timestamptz - interval '1 day'
    group by a.id, a.person`.execute(db)
  return rows
}

/** Adds a later reason to the unsent messages about a decline. Messages already sent are not repeated. */
export async function noteReason(ctx: Ctx, decline: Omit<Decline, 'sought'>, given_by: number | null): Promise<void> {
  const { rows: waiting } = await sql`
    select from deliveries where kind = 'answer.declined' and state = 'queued' and cause = ${`notice:${decline.id}`} limit 1`.execute(
    ctx.db,
  )
  if (!waiting.length) return
  const search = await ctx.db
    .selectFrom('covers')
    .select('id')
    .where('shift', '=', decline.shift)
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirst()
  await withdrawRosterNotices(ctx.db, 'answer.declined', decline.id)
  await noteDeclined(ctx, { ...decline, sought: search !== undefined }, given_by)
}

const WORDS = {
  released: { stands: 'They are off the roster, and the shift is open.', sms: ROSTER_SMS.declined_released },
  sought: {
    stands: 'The shift stays theirs until someone takes it. Suitable people are being asked.',
    sms: ROSTER_SMS.declined_sought,
  },
  left: {
    stands: 'The shift stays theirs until someone takes it. No one is being asked yet.',
    sms: ROSTER_SMS.declined_left,
  },
} as const
