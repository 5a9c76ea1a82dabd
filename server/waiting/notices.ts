import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice } from '#server/deliveries/roster-notices.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import { assignmentWords } from '#server/deliveries/texts/named-shift.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { makeCode } from '#server/engine/kernel/short-code.ts'
import { type HoldTarget, LINK_PURPOSE, linkPath, signedText } from './links/token.ts'

type Offered = {
  id: number
  event_name: string
  assignment: string | null
  role: string | null
  start: Date
  end: Date
  offer: number
  place: number
  person: number
  event: number
  exclusive: boolean
  hold_until: Date
  offered_by: number | null
}

/** Notifies people of offers, in the transaction of the offers. */
export async function notifyOffered(ctx: Ctx, offers: readonly number[]): Promise<void> {
  const rows = await readOffers(ctx, offers)
  const before = await readOfferedBefore(ctx, rows)
  const codes = await storeCodes(ctx, rows)
  await queueRosterNotices(
    ctx,
    ...rows.map(
      (row): RosterNotice => ({
        ...noticeTo(row),
        kind: 'waiting.offered',
        shift: row.id,
        cause: `${row.offer}`,
        useful_until: row.hold_until,
        title: row.exclusive ? 'A shift is free and held for you' : 'A shift is free: first to say yes gets it',
        paragraphs: [
          `You’re waiting for {shift:${row.id}}. It is free now.`,
          ...(before.has(row.offer)
            ? ['It has changed since it was last offered to you, so please look again. The earlier offer has ended.']
            : []),
          row.exclusive
            ? `It is held for you until {until}. If you don’t reply, ${ctx.site.self_assign ? 'it goes to the next person' : 'the coordinators will offer it to someone else'}.`
            : 'It starts soon, so everyone on the list is being asked together. First to say yes gets it.',
        ],
        times: { at: row.start.toISOString(), until: row.hold_until.toISOString() },
        ...linkOf(ctx, row),
        sms: row.exclusive ? ROSTER_SMS.waiting_held : ROSTER_SMS.waiting_open,
        ...(codes.has(row.offer) && { sms_path: `/h/${codes.get(row.offer)}` }),
        names: { what: assignmentWords(row) },
      }),
    ),
  )
}

const targetOf = ({ place, offer, id, person }: Offered): HoldTarget => ({ place, offer, shift: id, person })

/** Two buttons that answer without signing in. */
function linkOf({ site }: Ctx, row: Offered) {
  const target = targetOf(row)
  const path = linkPath(target)
  return {
    action: { label: 'Take the shift', path: `${path}?answer=yes` },
    other_action: { label: 'Not this time', path: `${path}?answer=no` },
    derive: { purpose: LINK_PURPOSE, id: signedText(site.id, target) },
  }
}

/** Stores a short code for each offer, for texts. */
async function storeCodes({ db, site }: Ctx, offers: readonly Offered[]): Promise<ReadonlyMap<number, string>> {
  if (!site.sms_enabled) return new Map()
  const rows = offers.map((row) => ({
    ...{ code: makeCode(), person: row.person, ends_at: row.start },
    shifts: [{ hold: targetOf(row) }],
  }))
  await sql`insert into answer_links (code, channel, person, shifts, ends_at)
    select code, 'sms', person, shifts, ends_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (code text, person bigint, shifts jsonb, ends_at timestamptz)`.execute(db)
  return new Map(rows.map(({ code }, at) => [offers[at]!.offer, code]))
}

/** Notifies people that their offer has expired and the next person is asked. */
export async function notifyExpired(ctx: Ctx, offers: readonly number[]): Promise<void> {
  const rows = await readOffers(ctx, offers)
  await queueRosterNotices(
    ctx,
    ...rows.map(
      (row): RosterNotice => ({
        ...noticeTo(row),
        kind: 'waiting.expired',
        shift: row.id,
        cause: `${row.offer}`,
        useful_until: row.start,
        title: 'A shift is no longer held for you',
        paragraphs: [
          `{shift:${row.id}} was held for you, and the time to reply is over. ${ctx.site.self_assign ? 'It now goes to the next person' : 'The coordinators will decide who gets it'}.`,
          'You’re still on the waiting list for the next one.',
        ],
        action: { label: 'Open the event', path: `/events/${row.event}` },
      }),
    ),
  )
}

const NOT_TAKEN = {
  no: '{name} said “not this time” to',
  expired: '{name} didn’t reply in time for',
  left: '{name} left the waiting list and didn’t take',
}

/**
 * Notifies coordinators that shifts they offered were not taken, except the one who recorded it. Must run before the
 * offers are deleted.
 */
export async function notifyNotTaken(ctx: Ctx, offers: readonly number[], why: keyof typeof NOT_TAKEN): Promise<void> {
  const rows = (await readOffers(ctx, offers)).flatMap((row) =>
    row.offered_by === null || row.offered_by === ownActor(ctx.actor) ? [] : [{ ...row, by: row.offered_by }],
  )
  await queueRosterNotices(
    ctx,
    ...rows.map(
      (row): RosterNotice => ({
        kind: 'waiting.not_taken',
        ...{ person: row.by, subject: row.id, cause: `${row.offer}`, event: row.event, useful_until: row.start },
        title: `Not taken: ${assignmentWords(row)}`,
        paragraphs: [
          `${NOT_TAKEN[why]} {shift:${row.id}}.`,
          ctx.site.self_assign
            ? 'It now goes to the next person on the list.'
            : 'It is open. Offer it to the next person on the list, or assign someone.',
        ],
        about: row.person,
        shows: [{ shift: row.id }],
        action: { label: 'Open the roster', path: `/events/${row.event}/shifts` },
      }),
    ),
  )
}

/** Finds offers of shifts that a message has already offered to the same person, without an end: they have changed. */
async function readOfferedBefore({ db }: Pick<Ctx, 'db'>, offers: readonly Offered[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ offer: number }>`
    select o.offer from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as o (offer bigint, id bigint, person bigint)
    where (select d.kind = 'waiting.offered' from deliveries d where (d.facts ->> 'shift_id')::bigint = o.id and d.facts ? 'shift_id' and d.person = o.person
      and d.kind in ('waiting.offered', 'waiting.expired') and d.state in ('sending', 'sent', 'delivered', 'unknown')
      and d.facts ->> 'answered' is null order by d.id desc limit 1)`.execute(db)
  return new Set(rows.map(({ offer }) => offer))
}

const noticeTo = ({ person, offer, event }: Offered) => ({ person, subject: offer, event })

async function readOffers({ db }: Pick<Ctx, 'db'>, offers: readonly number[]): Promise<Offered[]> {
  if (!offers.length) return []
  const { rows } = await sql<Offered>`
    select o.id as offer, w.id as place, w.person, w.event, o.exclusive, o.hold_until, o.offered_by, s.id, e.name as event_name, a.name as assignment, r.name as role,
      s.start, s."end"
    from waitingoffers o join waiting w on w.site_id = o.site_id and w.id = o.waiting
    join shifts s on s.site_id = o.site_id and s.id = o.shift
    join events e on e.site_id = s.site_id and e.id = s.event
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join roles r on r.site_id = s.site_id and r.id = s.role
    where o.id = any (${[...offers]}::bigint[]) order by o.id`.execute(db)
  return rows
}
