import { type RawBuilder, sql } from 'kysely'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { RecipientsQuery } from './contract.ts'
import { HISTORY_PAGE, type History, type MessageLine, type Outbox, type SentMessage } from './history-contract.ts'
import { listRecipients } from './recipients.ts'
import { countsOf } from './store.ts'
import { readWrittenText } from './written-text.ts'

type ReadCtx = Pick<Ctx, 'db' | 'clock'>

const LINE = sql`m.id, m.kind, m.subject, left(m.body, 160) as excerpt, m.status, ${instantText('m.created_at')} as created,
  ${instantText('m.scheduled_for')} as scheduled_for, ${instantText('m.undo_until')} as undo_until, ${instantText('m.started_at')} as started_at,
  ${instantText('m.sent_at')} as sent_at, ${instantText('m.cancelled_at')} as cancelled_at, ${instantText('m.paused_at')} as paused_at, m.problem, m.matching, m.receiving, m.expected,
  m.also_sms, coalesce(m.same_as, (select o.id from messages o where o.site_id = m.site_id and o.same_as = m.id)) as other, (m.scheduled_with ->> 'texts')::integer as expected_sms,
  ${sql.raw(countsOf('m'))} as counts, m.final_counts is null as lists_people,
  coalesce(k.name, p.name) as by, k.id is not null as by_program,
  (select coalesce((select name from apikeys where id = m.paused_key), (select name from people where id = m.paused_by))) as paused_by`

async function readLines(db: SiteDb, which: RawBuilder<unknown>): Promise<MessageLine[]> {
  const { rows } = await sql<MessageLine>`
    select ${LINE} from messages m left join people p on p.site_id = m.site_id and p.id = coalesce(m.sent_by, m.created_by)
    left join apikeys k on k.site_id = m.site_id and k.id = m.sent_key ${which}`.execute(db)
  return rows.map((line) => ({ ...line, subject: withNames(line.subject), excerpt: withNames(line.excerpt) }))
}

const MOST_OPEN = 100
const MOST_FAILED = 50
const MOST_DRAFTS = 50

const FAILED = sql`from deliveries d join messages m on m.site_id = d.site_id and m.id = substring(d.kind from 6)::bigint and m.status in ('sending', 'sent')
  where d.state = 'failed' and d.kind like 'bulk:%' and d.shift is null`

export async function countFailed({ db }: Pick<Ctx, 'db'>): Promise<{ failed: number }> {
  const { rows } = await sql<{ failed: number }>`select count(*)::integer as failed ${FAILED}`.execute(db)
  return { failed: rows[0]?.failed ?? 0 }
}

export async function readOutbox({ db, clock }: ReadCtx): Promise<Outbox> {
  const open = await readLines(
    db,
    sql`where m.status in ('scheduled', 'sending') order by m.status = 'scheduled', m.scheduled_for, m.id limit ${MOST_OPEN}`,
  )
  const failed = await readLines(
    db,
    sql`where m.id in (select m.id ${FAILED}) order by m.started_at desc, m.id desc limit ${MOST_FAILED}`,
  )
  const drafts = await readLines(
    db,
    sql`where m.status = 'draft' order by m.created_at desc, m.id desc limit ${MOST_DRAFTS}`,
  )
  const counted = await sql<{ n: number }>`
    select count(*)::integer as n from messages where status = 'draft'`.execute(db)
  return { now: clock.now().toISOString(), open, failed, drafts, draft_count: counted.rows[0]?.n ?? 0 }
}

/** Reads a page of sent or cancelled messages, newest first. */
export async function readHistory({ db, clock }: ReadCtx, offset: number): Promise<History> {
  const which = sql`where m.status in ('sending', 'sent', 'cancelled')`
  const lines = await readLines(
    db,
    sql`${which} order by coalesce(m.started_at, m.cancelled_at) desc, m.id desc limit ${HISTORY_PAGE} offset ${offset}`,
  )
  const counted = await sql<{ n: number }>`select count(*)::integer as n from messages m ${which}`.execute(db)
  return { now: clock.now().toISOString(), count: counted.rows[0]?.n ?? 0, offset, lines }
}

/**
 * Reads one message with its text and a page of recipients.
 * @throws DomainError 'not_found', also for a draft.
 */
export async function readSentMessage(ctx: ReadCtx, id: number, query: RecipientsQuery): Promise<SentMessage> {
  const [message] = await readLines(ctx.db, sql`where m.id = ${id} and m.status <> 'draft'`)
  if (!message) throw notFound('This message does not exist.')
  return {
    now: ctx.clock.now().toISOString(),
    message,
    ...(await readWrittenText(ctx, id)),
    recipients: await listRecipients(ctx, id, query),
  }
}
