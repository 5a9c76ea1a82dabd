import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import type { SendingAnswer } from './contract.ts'

/** A message as the steps of its sending need it. Instants are dates. */
export type StoredMessage = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  body: string
  audience: Audience
  status: SendingAnswer['status']
  scheduled_for: Date | null
  undo_until: Date | null
  created_by: number | null
  sent_by: number | null
}

/** Reads and locks a message until the transaction ends. @throws DomainError 'not_found'. */
export async function lockMessage(db: SiteDb, id: number): Promise<StoredMessage> {
  const { rows } = await sql<StoredMessage>`
    select id, kind, subject, body, audience, status, scheduled_for, undo_until, created_by, sent_by
    from messages where id = ${id} for update`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Reads how far the sending of a message has come. */
export async function readSending(db: SiteDb, id: number): Promise<SendingAnswer> {
  const { rows } = await sql<{ sending: SendingAnswer }>`
    select json_build_object('id', m.id, 'status', m.status, 'scheduled_for', ${instantText('m.scheduled_for')}, 'undo_until', ${instantText('m.undo_until')},
      'matching', m.matching, 'receiving', m.receiving,
      'counts', (select coalesce(json_object_agg(state, n), '{}') from (
        select d.state, count(*) as n from deliveries d where d.kind = 'bulk:' || m.id and d.shift is null group by d.state) by_state)) as sending
    from messages m where m.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].sending
}
