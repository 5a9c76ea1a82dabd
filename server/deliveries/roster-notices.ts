import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Channel } from './contract.ts'
import { NIGHT_COUNTS_ABOVE, type QuietHours, quietWindow } from './due.ts'
import { noticeLane } from './notice-lane-sql.ts'
import { isRosterNoticeKind, noticeRule, type RosterNoticeKind, standingSubjects } from './roster-notice-kinds.ts'
import { preferenceVerdict, type Recipient, type SendVerdict } from './rules.ts'
import { shiftFacts } from './shift-facts.ts'
import { readShown, type Shown } from './shown.ts'
import { type Told, tellByMessage } from './told.ts'
import type { NoticeFacts } from './transport.ts'
import { nextDueTime } from './undo-window.ts'

/**
 * A roster notice that is not about a shift of its recipient, e.g. a called-off event or a request to cover. Written
 * when queued, as plain paragraphs. Put other people's names into `{name}` with `about`, resolved on sending, so that
 * no name of an erased person remains.
 */
export type RosterNotice = Omit<NoticeFacts, 'shifts'> & {
  kind: RosterNoticeKind
  person: number
  /** The row whose state the kind checks before sending (`server/engine/features.ts`). */
  subject: number
  /** Unique within the kind: one notice per person, kind and cause. At most 100 characters. */
  cause: string
  event?: number | null
  /** The shift about which it makes or ends a promise (`promises/rules.ts`). */
  shift?: number
  /**
   * What it shows in the layout of messages about shifts. Default: `shift`, else the shifts of `tells` or `says`, else
   * `event`.
   */
  shows?: readonly Shown[]
  /** Claims about shifts: the reader's, or not. Not sent if one is no longer true. */
  says?: readonly { shift: number; state: 'theirs' | 'not_theirs' }[]
  /** The person who cannot come to that shift; null for an open one. */
  missing?: number | null
  /**
   * Not sent after this instant. An SMS waits for the end of quiet hours only if they end before it; an urgent one does
   * not wait in the last twelve hours before `times.at`.
   */
  useful_until: Date
  /** When it may be sent; default as `ctx.notices` says. */
  due_at?: Date
  /** Statements about shifts, or about an event where `shift` is null. Default `facts`: those of the shift now. */
  tells?: readonly (Pick<Told, 'state'> & Partial<Pick<Told, 'facts'>> & { shift: number | null })[]
}

/** Prefix that separates these causes from others in the unique index. */
const CAUSE = 'notice:'

/**
 * Queues notices in the transaction of their cause: by email to people with an address, and by SMS, if the notice has a
 * text, to people who get texts. Queues existing notices again only if they were cancelled or skipped.
 * @returns ids of new deliveries.
 */
export async function queueRosterNotices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'wake' | 'notices'> & { site: { sms_enabled: boolean } },
  ...notices: readonly RosterNotice[]
): Promise<number[]> {
  if (!notices.length) return []
  const shown = await readShown(ctx.db, notices.map(shownBy))
  const rows = notices.map(
    (
      { kind, person, subject, cause, event = null, shift, useful_until, due_at, tells: _, shows: __, ...facts },
      at,
    ) => ({
      kind,
      person,
      cause: `${CAUSE}${cause}`,
      event,
      useful_until: useful_until.toISOString(),
      due_at: (due_at ?? nextDueTime(ctx)).toISOString(),
      // Sending adds the mail's `subject` to the facts; a retry reads it.
      facts: {
        ...facts,
        ...(shown[at]?.length && { shifts: shown[at] }),
        subject_id: subject,
        ...(shift && { shift_id: shift }),
        useful_until: useful_until.toISOString(),
      },
    }),
  )
  const { rows: queued } = await sql<{ id: number; kind: string; person: number; cause: string }>`
    insert into deliveries (event, person, kind, channel, lane, cause, due_at, useful_until, facts)
    select n.event, n.person, n.kind, c.channel, ${noticeLane(sql`n.due_at`, sql`n.useful_until`)}, n.cause, n.due_at, n.useful_until, n.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (event bigint, person bigint, kind text, cause text, due_at timestamptz, useful_until timestamptz, facts jsonb)
    join people p on p.id = n.person and p.is_active and p.erased_at is null
    cross join (values ('email'), ('sms')) c (channel)
    where case c.channel when 'email' then p.email <> ''
      else ${ctx.site.sms_enabled} and n.facts ? 'sms' and p.phone is not null and p.sms_verified and p.sms_notifications end
    on conflict (site_id, person, kind, channel, cause) where cause like 'notice:%' do update
      set state = 'queued', reason = null, lane = excluded.lane, due_at = excluded.due_at, useful_until = excluded.useful_until, facts = excluded.facts,
        retry_at = null, updated_at = clock_timestamp()
      where deliveries.state in ('cancelled', 'skipped') returning id, kind, person, cause`.execute(ctx.db)
  const keyOf = ({ kind, person, cause }: { kind: string; person: number; cause: string }) =>
    `${kind} ${person} ${cause}`
  const tells = new Map(notices.map((notice) => [keyOf({ ...notice, cause: `${CAUSE}${notice.cause}` }), notice.tells]))
  const told = queued.flatMap((row) =>
    (tells.get(keyOf(row)) ?? []).map((one) => ({ ...one, person: row.person, delivery: row.id, at: ctx.clock.now() })),
  )
  const shifts = await shiftFacts(ctx.db, { shifts: told.flatMap(({ shift, facts }) => (facts ? [] : (shift ?? []))) })
  await tellByMessage(
    ctx.db,
    told.map((one) => ({ ...one, facts: one.facts ?? shifts.get(one.shift ?? 0) ?? {} })),
  )
  const ids = queued.map(({ id }) => id)
  ctx.notices?.queued?.(ids)
  if (ids.length) ctx.wake('deliveries.send')
  return ids
}

/** @throws if a notice whose kind is about shifts or events names none: it would lack the layout of such mails. */
function shownBy({ kind, shows, shift, tells = [], says = [], event }: RosterNotice): readonly Shown[] {
  const stated = [...new Set([...tells, ...says].flatMap((one) => one.shift ?? []))]
  const shown =
    shows ?? (shift ? [{ shift }] : stated.length ? stated.map((id) => ({ shift: id })) : event ? [{ event }] : [])
  const { plain } = noticeRule(kind)
  if (!shown.length && !plain) throw new TypeError(`The notice ${kind} names no shift or event.`)
  return shown
}

/**
 * Withdraws the unsent notices of a kind about a subject, because it is no longer so. `people` limits them to some recipients.
 * @returns the ids of their deliveries.
 */
export async function withdrawRosterNotices(
  db: SiteDb,
  kind: RosterNoticeKind,
  subject: number,
  people?: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update deliveries set state = 'cancelled', reason = 'taken_up', updated_at = clock_timestamp()
    where kind = ${kind} and state = 'queued' and cause like 'notice:%' and (facts ->> 'subject_id')::bigint = ${subject}
      ${people ? sql`and person = any (${[...people]}::bigint[])` : sql``} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Requeues an event's notices of a kind that were cancelled as untrue; the sender checks them again. */
export const requeueRosterNotices = (db: SiteDb, kind: RosterNoticeKind, event: number): Promise<unknown> =>
  sql`update deliveries set state = 'queued', reason = null, lane = coalesce(facts ->> 'lane', lane), retry_at = null, updated_at = clock_timestamp()
    where event = ${event} and kind = ${kind} and state = 'cancelled' and reason = 'taken_up' and cause like 'notice:%'`.execute(
    db,
  )

type Queued = { kind: string; facts: object }

/** Finds notices whose cause is still valid, by `noticeKey`. */
export async function standingRosterNotices(db: SiteDb, messages: readonly Queued[]): Promise<ReadonlySet<string>> {
  const subjects = new Map<RosterNoticeKind, Set<number>>()
  for (const { kind, facts } of messages)
    if (isRosterNoticeKind(kind)) subjects.set(kind, (subjects.get(kind) ?? new Set()).add(subjectOf(facts)))
  const standing = new Set<string>()
  for (const [kind, ids] of subjects)
    for (const id of await standingSubjects(db, kind, [...ids])) standing.add(`${kind} ${id}`)
  return standing
}

const noticeKey = ({ kind, facts }: Queued) => `${kind} ${subjectOf(facts)}`

const subjectOf = (facts: object): number => Number((facts as { subject_id?: number }).subject_id ?? 0)

const HOUR_MS = 3_600_000

/**
 * Decides whether a notice may still be sent: valid, in time, wanted, and for an SMS outside quiet hours, unless it is
 * urgent and the shift is near.
 */
export function rosterNoticeVerdict(
  message: { kind: RosterNoticeKind; channel: Channel; facts: object },
  person: Recipient,
  site: QuietHours & { status: string; timezone: string; sms_enabled: boolean },
  standing: ReadonlySet<string>,
  now: Date,
): SendVerdict {
  const drop = (state: 'cancelled' | 'skipped', reason: string): SendVerdict => ({ kind: 'drop', state, reason })
  if (!person.is_active || person.erased) return drop('cancelled', 'inactive')
  if (site.status !== 'active') return drop('cancelled', 'site_closed')
  if (!standing.has(noticeKey(message))) return drop('cancelled', 'taken_up')
  const facts = message.facts as { useful_until?: string; times?: { at?: string } }
  const until = Date.parse(String(facts.useful_until))
  if (until <= now.getTime()) return drop('skipped', 'late')
  const unwanted = preferenceVerdict({ ...message, person, site })
  if (unwanted || message.channel === 'email') return unwanted ?? { kind: 'send' }
  const window = quietWindow(Temporal.Instant.fromEpochMilliseconds(now.getTime()), site.timezone, site)
  const begins = Date.parse(facts.times?.at ?? String(facts.useful_until))
  const isNear = noticeRule(message.kind).urgent === true && begins - now.getTime() <= NIGHT_COUNTS_ABOVE * HOUR_MS
  if (!window || isNear || until <= window.ends.epochMilliseconds) return { kind: 'send' }
  return { kind: 'wait', until: new Date(window.ends.epochMilliseconds) }
}
