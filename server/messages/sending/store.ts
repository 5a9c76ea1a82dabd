import { type RawBuilder, sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import type { Origin } from '#server/messages/contract.ts'
import type { SendingAnswer } from './contract.ts'
import type { ScheduledWith } from './still-so.ts'

/** A message as needed for sending. Instants are dates. */
export type StoredMessage = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  body: string
  audience: Audience
  status: SendingAnswer['status']
  scheduled_for: Date | null
  undo_until: Date | null
  paused_at: Date | null
  sent_by: number | null
  sent_key: number | null
  origin: Origin | null
  scheduled_with: ScheduledWith | null
  also_sms: boolean
  same_as: number | null
  /** Counts of deliveries that are no longer kept; null while they are. */
  final_counts: Record<string, number> | null
}

/**
 * SQL: all deliveries `d` of a message, by their index.
 * @param id the message's id, or its column.
 */
export const ofMessage = (id: number | RawBuilder<number>): RawBuilder<boolean> =>
  sql`d.kind = 'bulk:' || ${typeof id === 'number' ? sql`${id}::bigint` : id} and d.kind like 'bulk:%' and d.shift is null`

/** SQL: how many deliveries of message `m` are in each state, or ended in it, as JSON. */
export const countsOf = (m: string) =>
  `coalesce(${m}.final_counts, (select coalesce(jsonb_object_agg(n.state, n.n), '{}') from (select d.state, count(*) as n from core.deliveries d
    where d.site_id = ${m}.site_id and d.kind = 'bulk:' || ${m}.id and d.kind like 'bulk:%' and d.shift is null group by d.state) n))`

/** States from which a delivery may still be sent. */
export const OPEN_STATES = sql`('queued', 'sending', 'unknown')`

export const NOT_PAUSED = sql`paused_at = null, paused_by = null, paused_key = null`

/**
 * Reads and locks a message until the transaction ends.
 * @throws DomainError 'not_found'.
 */
export async function lockMessage(db: SiteDb, id: number): Promise<StoredMessage> {
  const { rows } = await sql<StoredMessage>`
    select id, kind, subject, body, audience, status, scheduled_for, undo_until, paused_at, sent_by, sent_key, origin, scheduled_with, also_sms, same_as, final_counts
    from messages where id = ${id} for update`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Locks a message and, of an email and its text, the other one too.
 * @throws DomainError 'not_found'.
 */
export async function lockPair(db: SiteDb, id: number): Promise<StoredMessage[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from messages m join messages o on o.id in (m.id, m.same_as) or o.same_as = m.id where m.id = ${id} order by o.id`.execute(
    db,
  )
  if (!rows.length) throw notFound()
  const locked: StoredMessage[] = []
  // Always the email first.
  for (const one of rows) locked.push(await lockMessage(db, one.id))
  return locked
}

/** @throws DomainError 'invalid' under `subject` or `body` if empty. */
export function checkContent({ kind, subject, body }: StoredMessage): void {
  if (kind === 'email' && !subject.trim()) throw invalid({ subject: ['Required.'] })
  if (!body.trim()) throw invalid({ body: ['Required.'] })
}

export async function readSending(db: SiteDb, id: number): Promise<SendingAnswer> {
  const { rows } = await sql<{ sending: SendingAnswer }>`
    select json_build_object('id', m.id, 'status', m.status, 'scheduled_for', ${instantText('m.scheduled_for')}, 'undo_until', ${instantText('m.undo_until')},
      'paused_at', ${instantText('m.paused_at')},
      'matching', m.matching, 'receiving', m.receiving,
      'counts', ${sql.raw(countsOf('m'))}) as sending
    from messages m where m.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].sending
}
