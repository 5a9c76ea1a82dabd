import { sql } from 'kysely'
import type { BulkRecipient } from '#server/deliveries/bulk.ts'
import type { Candidate, ExplainQuery } from '#server/deliveries/explain/contract.ts'
import { type ReadCtx, ROW, readPerson, type StoredRow } from '#server/deliveries/explain/facts.ts'
import { explainEventTo, explainShiftTo } from '#server/deliveries/explain/queries.ts'
import { readRecipients } from '#server/deliveries/recheck.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { MIN_VALID_RENDERER } from '#server/markdown/contract.ts'
import type { Exclusion } from '#server/messages/audience/contract.ts'
import { findRecipients } from '#server/messages/audience/queries.ts'
import { bulkKind } from '#server/messages/sending/contract.ts'
import { ofMessage } from '#server/messages/sending/store.ts'
import { type ExplainedMessage, explainMessage } from './rules.ts'

type Collections = Pick<CollectionsEngine, 'matchingIds' | 'readOne'>

const MOST_MESSAGES = 20

/**
 * Explains to an admin a person's messages about a shift, about an event including messages to many, or one such
 * message.
 * @throws DomainError 'not_found' for an unknown person, shift, event or message.
 */
export async function explain(
  ctx: Ctx,
  collections: Collections,
  { person, shift, event, message }: ExplainQuery,
): Promise<Candidate[]> {
  if (shift !== undefined) return explainShiftTo(ctx, person, shift)
  if (message !== undefined) return [await explainMessageTo(ctx, collections, person, message)]
  const about = event as number
  const candidates = await explainEventTo(ctx, person, about)
  const recipient = await readPerson(ctx.db, person)
  const messages = await readMessages(
    ctx,
    recipient,
    sql`m.started_at is not null and (m.audience ->> 'event')::bigint = ${about}`,
  )
  return [...candidates, ...messages.map((one) => explainMessage({ ...one, matches: null }))]
}

/**
 * Explains one message to one person. Resolves the audience now for drafts and scheduled messages.
 * @throws DomainError 'not_found'; 'invalid' if the audience names a removed record.
 */
export async function explainMessageTo(
  ctx: Ctx,
  collections: Collections,
  person: number,
  message: number,
): Promise<Candidate> {
  const recipient = await readPerson(ctx.db, person)
  const [found] = await readMessages(ctx, recipient, sql`m.id = ${message}`)
  if (!found) throw notFound()
  const isOpen = found.message.status === 'draft' || found.message.status === 'scheduled'
  if (!isOpen) return explainMessage({ ...found, matches: null })
  const recipients = await findRecipients(ctx, collections, found.message, null)
  const { rows } = await sql<{ reason: Exclusion | null }>`
    with found as (${recipients}) select reason from found where person = ${person}`.execute(ctx.db)
  return explainMessage({ ...found, matches: rows[0] ?? null })
}

export async function explainMessagesTo(
  ctx: ReadCtx,
  person: BulkRecipient,
  messages: readonly number[],
): Promise<Candidate[]> {
  if (!messages.length) return []
  const found = await readMessages(ctx, person, sql`m.id = any (${[...messages]}::bigint[])`, messages.length)
  return found.map((one) => explainMessage({ ...one, matches: null }))
}

type StoredMessage = ExplainedMessage['message'] & { renderer: number }

async function readMessages(
  { db, site, clock }: ReadCtx,
  person: BulkRecipient,
  which: ReturnType<typeof sql>,
  most = MOST_MESSAGES,
): Promise<Omit<ExplainedMessage, 'matches'>[]> {
  const messages = await readStored(db, which, most)
  if (!messages.length) return []
  const { rows } = await sql<StoredRow>`
    select ${ROW} from messages m join deliveries d on d.site_id = m.site_id and ${ofMessage(sql`m.id`)} and d.person = ${person.id}
    where m.id = any (${messages.map(({ id }) => id)}::bigint[])`.execute(db)
  return messages.map((message) => ({
    message,
    person,
    site,
    now: clock.now(),
    row: rows.find(({ kind }) => kind === bulkKind(message.id)) ?? null,
  }))
}

async function readStored(db: SiteDb, which: ReturnType<typeof sql>, most: number) {
  const { rows } = await sql<StoredMessage>`
    select m.id, m.kind, m.status, m.audience, m.scheduled_for, m.paused_at is not null as "isPaused", m.final_counts is null as "listsPeople", m.renderer from messages m where ${which}
    order by m.id desc limit ${most}`.execute(db)
  return rows.map((message) => ({ ...message, isRendered: message.renderer >= MIN_VALID_RENDERER }))
}

/** Finds deliveries of a message to these people that can be resent; in three statements. */
export async function listResendable(
  { db, site, clock }: ReadCtx,
  id: number,
  people: readonly number[],
): Promise<number[]> {
  const [message] = await readStored(db, sql`m.id = ${id}`, 1)
  if (!message || !people.length) return []
  const recipients = await readRecipients(db, people)
  const { rows } = await sql<StoredRow>`
    select ${ROW} from deliveries d where ${ofMessage(id)} and d.person = any (${[...people]}::bigint[])`.execute(db)
  return rows.flatMap((row) => {
    const person = recipients.get(row.person)
    const explained = person && explainMessage({ message, person, site, now: clock.now(), row, matches: null })
    return explained?.can_resend ? [row.id] : []
  })
}
