import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { noticeLane } from './notice-lane-sql.ts'
import type { Recipient, SendVerdict } from './rules.ts'
import type { NoticeFacts } from './transport.ts'
import { nextDueTime } from './undo-window.ts'

export const REQUEST_DECLINED = 'request.declined'
/** Decision on a time request, if no message about the shift conveys it. */
export const REQUEST_TIMES = 'request.times'

type AnswerKind = typeof REQUEST_DECLINED | typeof REQUEST_TIMES
export const isAnswerKind = (kind: string): kind is AnswerKind => kind === REQUEST_DECLINED || kind === REQUEST_TIMES

export type DeclinedNotice = {
  /** The first of the requests, and all of them. */
  request: number
  requests: readonly number[]
  event: number
  person: number
  /** Instant of the decline: a later decline is a new message, a repeated click is not. */
  declined_at: Date
  /** Not sent after this instant. */
  useful_until: Date
  /** When it may be sent; default: the end of the undo window. */
  due_at?: Date
  facts: NoticeFacts
}

const laneOf = (due: Date, until: Date) => noticeLane(sql`${due}`, sql`${until}::timestamptz`)

/** Queues the message about a decline in its transaction, once per decline. */
export async function queueDeclined(
  ctx: Pick<Ctx, 'db' | 'clock' | 'wake' | 'notices'>,
  notice: DeclinedNotice,
): Promise<void> {
  const { request, requests, event, person, declined_at, useful_until, facts } = notice
  const due = notice.due_at ?? nextDueTime(ctx)
  const { rows } = await sql<{ id: number }>`
    insert into deliveries (event, person, kind, channel, lane, cause, due_at, useful_until, facts)
    select ${event}, id, ${REQUEST_DECLINED}, 'email', ${laneOf(due, useful_until)}, ${`${request} ${declined_at.toISOString()}`}, ${due}, ${useful_until},
      ${JSON.stringify({ ...facts, request, requests, useful_until })}::jsonb
    from people where id = ${person} and is_active and erased_at is null and email <> ''
    on conflict (site_id, person, kind, channel, cause) where kind = 'request.declined' do update
      set state = 'queued', reason = null, lane = excluded.lane, due_at = excluded.due_at, useful_until = excluded.useful_until, facts = excluded.facts,
        retry_at = null, updated_at = clock_timestamp()
      where deliveries.state = 'cancelled' and deliveries.reason = 'taken_up' returning id`.execute(ctx.db)
  ctx.notices?.queued?.(rows.map((row) => row.id))
  ctx.wake('deliveries.send')
}

/** A cancelled unsent message: its other requests, and its due time. */
export type WithdrawnDecline = { others: number[]; due_at: Date }

/**
 * Cancels the unsent message about a request that is no longer declined.
 * @returns its other requests, to be queued again; null if none was cancelled.
 */
export async function withdrawDeclined(db: SiteDb, request: number): Promise<WithdrawnDecline | null> {
  const { rows } = await sql<{ requests: number[] | null; due_at: Date }>`
    update deliveries set state = 'cancelled', reason = 'taken_up', updated_at = clock_timestamp()
    where kind = ${REQUEST_DECLINED} and state = 'queued'
      and ((facts ->> 'request')::bigint = ${request} or facts -> 'requests' @> to_jsonb(${request}::bigint))
    returning facts -> 'requests' as requests, due_at`.execute(db)
  const [row] = rows
  return row ? { others: (row.requests ?? []).filter((id) => id !== request), due_at: row.due_at } : null
}

export type TimesNotice = {
  request: number
  event: number
  person: number
  answered_at: Date
  useful_until: Date
  facts: NoticeFacts
}

export async function queueTimesAnswer(
  ctx: Pick<Ctx, 'db' | 'clock' | 'wake' | 'notices'>,
  { request, event, person, answered_at, useful_until, facts }: TimesNotice,
): Promise<void> {
  const due = nextDueTime(ctx)
  const { rows } = await sql<{ id: number }>`
    insert into deliveries (event, person, kind, channel, lane, cause, due_at, useful_until, facts)
    select ${event}, id, ${REQUEST_TIMES}, 'email', ${laneOf(due, useful_until)}, ${`${request} ${answered_at.toISOString()}`}, ${due}, ${useful_until},
      ${JSON.stringify({ ...facts, request, answered_at, useful_until })}::jsonb
    from people where id = ${person} and is_active and erased_at is null and email <> '' returning id`.execute(ctx.db)
  ctx.notices?.queued?.(rows.map((row) => row.id))
  ctx.wake('deliveries.send')
}

/** Cancels the unsent decision on a time request that was reopened. */
export const withdrawTimesAnswer = (db: SiteDb, request: number) =>
  sql`update deliveries set state = 'cancelled', reason = 'taken_up', updated_at = clock_timestamp()
    where kind = ${REQUEST_TIMES} and state = 'queued' and (facts ->> 'request')::bigint = ${request}`.execute(db)

type Answer = { kind: string; facts: object }

/** Finds messages whose decision is still valid, by `answerKey`. */
export async function standingAnswers(db: SiteDb, messages: readonly Answer[]): Promise<ReadonlySet<string>> {
  const ids = (kind: AnswerKind) => messages.flatMap((one) => (one.kind === kind ? [requestOf(one.facts)] : []))
  const [declined, times] = [ids(REQUEST_DECLINED), ids(REQUEST_TIMES)]
  if (!declined.length && !times.length) return new Set()
  const { rows } = await sql<{ key: string }>`
    select ${REQUEST_DECLINED} || ' ' || id as key from requests where id = any (${declined}::bigint[]) and declined_at is not null
    union all
    select ${REQUEST_TIMES} || ' ' || id from time_requests where id = any (${times}::bigint[]) and answered_at is not null`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

const answerKey = ({ kind, facts }: Answer) => `${kind} ${requestOf(facts)}`

const requestOf = (facts: object): number => Number((facts as { request?: number }).request ?? 0)

/** Decides whether the message may still be sent: the decision is valid, it is in time, and the person wants mail. */
export function answerVerdict(
  message: { kind: string; facts: { useful_until?: unknown } },
  person: Recipient,
  site: { status: string },
  standing: ReadonlySet<string>,
  now: Date,
): SendVerdict {
  const drop = (state: 'cancelled' | 'skipped', reason: string): SendVerdict => ({ kind: 'drop', state, reason })
  if (!person.is_active || person.erased) return drop('cancelled', 'inactive')
  if (site.status !== 'active') return drop('cancelled', 'site_closed')
  if (!standing.has(answerKey(message))) return drop('cancelled', 'taken_up')
  if (Date.parse(String(message.facts.useful_until)) <= now.getTime()) return drop('skipped', 'late')
  if (!person.email) return drop('skipped', 'no_address')
  if (person.email_blocked) return drop('skipped', person.email_blocked)
  return person.email_notifications ? { kind: 'send' } : drop('skipped', 'opted_out')
}
