import { sql } from 'kysely'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { personOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import { countAudience, findRecipients } from '#server/messages/audience/queries.ts'
import { readContent } from '#server/messages/content/read-draft.ts'
import { requireQuota } from '#server/quotas/queries.ts'
import { readCapsLeft } from './caps.ts'
import { bulkKind, type SendInput, type SendingAnswer, TAKE_BACK_MS } from './contract.ts'
import { type CapsLeft, nobodyText, overCapText } from './rules.ts'
import { readScheduledWith } from './still-so.ts'
import { checkContent, lockMessage, lockPair, NOT_PAUSED, ofMessage, readSending, type StoredMessage } from './store.ts'

type Collections = Pick<CollectionsEngine, 'matchingIds' | 'readOne'>

const ALREADY = ['sending', 'sent']

/**
 * Sends or schedules a draft. Idempotent: a repeated call gets the same response. Resolves recipients now or when due,
 * in one statement, and stores them with exclusions.
 * @throws DomainError 'not_found'; 'conflict' for a cancelled message; 'invalid' under `subject`, `body` or
 * `non_field_errors`, without storing anything: no recipients, or more than the caps allow; 'forbidden' while
 * impersonating.
 */
export async function sendMessage(
  ctx: Ctx,
  collections: Collections,
  id: number,
  input: SendInput,
): Promise<SendingAnswer> {
  refuseWhileImpersonating(ctx)
  const message = await lockMessage(ctx.db, id)
  if (ALREADY.includes(message.status)) return readSending(ctx.db, id)
  if (message.status === 'cancelled')
    throw new DomainError('conflict', 'This message was cancelled. Copy it to send it.')
  const isLater = message.scheduled_for !== null && message.scheduled_for > ctx.clock.now()
  if (isLater) await schedule(ctx, collections, message, input)
  else await start(ctx, collections, message, input)
  return readSending(ctx.db, id)
}

const senderOf = ({ actor }: Ctx) => ({
  sender: personOf(actor),
  key: actor.kind === 'key' ? actor.id : null,
})

async function schedule(
  ctx: Ctx,
  collections: Collections,
  message: StoredMessage,
  { expected, expected_sms }: SendInput,
): Promise<void> {
  checkContent(message)
  const { sender, key } = senderOf(ctx)
  const count = async (one: Part): Promise<number> => {
    const caps = await readCapsLeft(ctx, one.kind, message)
    const { receiving } = await countAudience(ctx, collections, one)
    refuse(one, receiving, caps, true)
    return receiving
  }
  const receiving = await count(message)
  const texts = message.also_sms ? await count({ ...message, kind: 'sms' }) : undefined
  const stands = {
    ...(await readScheduledWith(ctx.db, { ...message, scheduled_for: message.scheduled_for ?? ctx.clock.now() })),
    ...(texts !== undefined && { texts: expected_sms ?? texts }),
  }
  await sql`update messages set status = 'scheduled', scheduled_with = ${JSON.stringify(stands)}::jsonb, sent_by = ${sender}, sent_key = ${key}, expected = ${expected ?? receiving}, problem = null,
    failures = 0, retry_at = null, updated_at = clock_timestamp() where id = ${message.id}`.execute(ctx.db)
  await audit(ctx, { action: 'messages.schedule', subject: 'messages', subject_id: message.id })
}

type Part = Pick<StoredMessage, 'kind' | 'audience' | 'also_sms' | 'same_as'>

function refuse({ kind, also_sms, same_as }: Part, receiving: number, caps: CapsLeft, isLater = false): void {
  if (receiving === 0) throw invalid({ non_field_errors: [nobodyText(kind, also_sms || same_as !== null)] })
  if (receiving > caps.left) throw invalid({ non_field_errors: [overCapText(kind, receiving, caps, isLater)] })
}

/** Whether a message can start: the text of an email is made of its rendered Markdown. */
export async function isReady({ db, actor }: Pick<Ctx, 'db' | 'actor'>, { id, also_sms }: StoredMessage) {
  return !also_sms || (await readContent({ db, actor }, id)).isRendered
}

/**
 * Stores a message's deliveries for the acting person or program: due after the take-back period, or skipped with a
 * reason.
 * @throws DomainError as `sendMessage`.
 */
export async function start(
  ctx: Ctx,
  collections: Collections,
  message: StoredMessage,
  { expected, expected_sms }: SendInput = {},
): Promise<void> {
  checkContent(message)
  if (!(await isReady(ctx, message)))
    throw new DomainError('unavailable', 'Its text is being prepared. Please try again.', { retryAfter: 2 })
  await startOne(ctx, collections, message, expected)
  if (!message.also_sms) return
  const text = await storeText(ctx, message)
  await startOne(ctx, collections, text, expected_sms ?? message.scheduled_with?.texts)
}

/** Stores the text of an email as a message of its own. */
async function storeText(ctx: Ctx, email: StoredMessage): Promise<StoredMessage> {
  const { content } = await readContent(ctx, email.id, { kind: 'sms' })
  const { rows } = await sql<{ id: number }>`
    insert into messages (kind, body, audience, origin, created_by, same_as)
    select 'sms', ${content.body}, ${JSON.stringify(email.audience)}::jsonb, origin, created_by, id from messages where id = ${email.id}
    returning id`.execute(ctx.db)
  return lockMessage(ctx.db, rows[0]!.id)
}

async function startOne(
  ctx: Ctx,
  collections: Collections,
  message: StoredMessage,
  expected: number | undefined,
): Promise<void> {
  const { sender, key } = senderOf(ctx)
  // Serialises concurrent messages, so that caps count both.
  await sql`select pg_advisory_xact_lock(hashtext('messages.caps'), ${ctx.site.id % 2_147_483_647}::int)`.execute(
    ctx.db,
  )
  const caps = await readCapsLeft(ctx, message.kind)
  const recipients = await findRecipients(ctx, collections, message, null)
  const undoUntil = new Date(ctx.clock.epochMs() + TAKE_BACK_MS)
  const { rows } = await sql<{ matching: number; receiving: number }>`
    with found as (${recipients}),
    stored as (
      insert into deliveries (person, event, kind, channel, lane, due_at, state, reason, facts)
      select person, ${message.audience.event ?? null}::bigint, ${bulkKind(message.id)}, ${message.kind}, 'bulk', ${undoUntil}::timestamptz,
        case when reason is null then 'queued' else 'skipped' end, reason,
        case when reason is null and cardinality(names) > 1 then jsonb_build_object('names', names) else '{}' end
      from found order by person returning state)
    select count(*)::integer as matching, count(*) filter (where state = 'queued')::integer as receiving from stored`.execute(
    ctx.db,
  )
  const { matching, receiving } = rows[0]!
  refuse(message, receiving, caps)
  await sql`update messages set status = 'sending', sent_by = ${sender}, sent_key = ${key}, undo_until = ${undoUntil}, started_at = ${ctx.clock.now()},
    matching = ${matching}, receiving = ${receiving}, expected = coalesce(${expected ?? null}::integer, expected, ${receiving}), problem = null,
    updated_at = clock_timestamp() where id = ${message.id}`.execute(ctx.db)
  await audit(ctx, { action: 'messages.send', subject: 'messages', subject_id: message.id, details: { receiving } })
  ctx.wake('deliveries.send')
}

/**
 * Cancels a message: fully within the take-back period, later its remaining deliveries. One being handed to the
 * provider may still be sent; `stopMessage` waits for it. An email and its text are taken back together, and stopped one
 * by one. Idempotent.
 * @throws DomainError 'not_found'; 'conflict' for a message that was sent.
 */
export async function cancelMessage(ctx: Ctx, id: number): Promise<void> {
  const pair = await lockPair(ctx.db, id)
  const now = ctx.clock.now()
  for (const one of pair) {
    const isHeld = one.status === 'sending' && one.undo_until !== null && one.undo_until > now
    if (one.id === id || isHeld) await cancelOne(ctx, one)
  }
}

async function cancelOne(ctx: Ctx, { id, status }: StoredMessage): Promise<void> {
  if (status === 'sent') throw new DomainError('conflict', 'This message has been sent.')
  if (status === 'cancelled') return
  await cancelQueued(ctx, id)
  await sql`update messages set status = 'cancelled', cancelled_at = ${ctx.clock.now()}, ${NOT_PAUSED}, updated_at = clock_timestamp() where id = ${id}`.execute(
    ctx.db,
  )
  await audit(ctx, { action: 'messages.cancel', subject: 'messages', subject_id: id })
}

export const cancelQueued = (ctx: Pick<Ctx, 'db'>, id: number) =>
  sql`update deliveries d set state = 'cancelled', reason = 'stopped', updated_at = clock_timestamp()
    where ${ofMessage(id)} and d.state = 'queued'`.execute(ctx.db)

/** The lane of a message's deliveries; no sender claims 'held'. */
const laneOf = (pausedAt: Date | null) => (pausedAt ? 'held' : 'bulk')

/**
 * Requeues a message's failed deliveries, once each.
 * @throws DomainError 'not_found'; 'conflict' for a message that is neither sending nor sent; 'invalid' under
 * `non_field_errors` beyond the site's quota.
 */
export async function retryFailed(ctx: Ctx, id: number): Promise<{ queued: number }> {
  refuseWhileImpersonating(ctx)
  const { kind, status, paused_at, final_counts } = await lockMessage(ctx.db, id)
  if (final_counts) throw new DomainError('conflict', 'The list of people was deleted two years after sending.')
  if (!ALREADY.includes(status)) throw new DomainError('conflict', 'This message has not been sent.')
  const { rows: failed } = await sql<{ n: number }>`
    select count(*)::integer as n from deliveries d where ${ofMessage(id)} and d.state = 'failed'`.execute(ctx.db)
  await requireQuota(ctx, kind === 'email' ? 'emails' : 'texts', failed[0]!.n, 'non_field_errors')
  const { numAffectedRows = 0n } = await sql`
    update deliveries d set state = 'queued', reason = null, error = null, attempts = 0, doubts = 0, retry_at = null, due_at = ${ctx.clock.now()},
      lane = ${laneOf(paused_at)},
      updated_at = clock_timestamp()
    where ${ofMessage(id)} and d.state = 'failed'`.execute(ctx.db)
  const queued = Number(numAffectedRows)
  if (queued) {
    await sql`update messages set status = 'sending', sent_at = null, updated_at = clock_timestamp() where id = ${id}`.execute(
      ctx.db,
    )
    await audit(ctx, { action: 'messages.retry', subject: 'messages', subject_id: id, details: { queued } })
    ctx.wake('deliveries.send')
  }
  return { queued }
}
