import { sql } from 'kysely'
import { isShiftMessageKind } from '#server/deliveries/contract.ts'
import type { Candidate } from '#server/deliveries/explain/contract.ts'
import { ROW, type StoredRow } from '#server/deliveries/explain/facts.ts'
import { explainShiftTo } from '#server/deliveries/explain/queries.ts'
import { isResent, RESEND } from '#server/deliveries/explain/rules.ts'
import { noticeLane } from '#server/deliveries/notice-lane-sql.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { readCapsLeft } from '#server/messages/sending/caps.ts'
import { overCapText } from '#server/messages/sending/rules.ts'
import { lockMessage } from '#server/messages/sending/store.ts'
import { explainMessageTo } from './queries.ts'

type Collections = Pick<CollectionsEngine, 'matchingIds' | 'readOne'>

const refusal = (words = '') => new DomainError('conflict', `This cannot be sent again. ${words}`.trim())

/**
 * Resends a delivery ahead of bulk mail, if its explanation allows that; once, even if repeated. A message about a
 * shift gets a new delivery, since the first one records what the person knows; a message to many has one delivery per
 * person, which is requeued.
 * @throws DomainError 'not_found'; 'conflict' with the reason, if it is pointless or would reach no one.
 */
export async function resend(ctx: Ctx, collections: Collections, id: number): Promise<Candidate> {
  const { rows } = await sql<Pick<StoredRow, 'kind' | 'shift'>>`
    select kind, shift from deliveries where id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw notFound()
  if (isShiftMessageKind(found.kind) && found.shift !== null)
    return resendOfShift(ctx, await lockRow(ctx, id), found.shift)
  if (!found.kind.startsWith('bulk:')) throw refusal('Only reminders, notices of shifts and messages to many can be.')
  const message = Number(found.kind.slice('bulk:'.length))
  // Same lock order as every step of a message.
  await lockMessage(ctx.db, message)
  return resendOfMessage(ctx, collections, await lockRow(ctx, id), message)
}

async function lockRow({ db }: Ctx, id: number): Promise<StoredRow> {
  const { rows } = await sql<StoredRow>`select ${ROW} from deliveries d where d.id = ${id} for update`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function resendOfShift(ctx: Ctx, row: StoredRow, shift: number): Promise<Candidate> {
  const explained = async (delivery: number) =>
    (await explainShiftTo(ctx, row.person, shift)).find((one) => one.delivery === delivery)
  const before = await explained(row.id)
  if (!before) {
    const again = await explained(await readResent(ctx, row))
    if (again) return again
    throw refusal('A later one replaced it.')
  }
  if (!before.can_resend) throw refusal(isResent(row) ? 'It was sent again already.' : before.words)
  const { rows } = await sql<{ id: number }>`
    insert into deliveries (shift, event, person, kind, channel, lane, cause, start_local_date, due_at, useful_until, facts)
    select shift, event, person, kind, channel,
      case when kind like 'reminder.%' then lane else ${noticeLane(sql`${ctx.clock.now()}`, sql`useful_until`)} end, ${RESEND + row.id}, start_local_date, ${ctx.clock.now()}, useful_until,
      facts - array['subject', 'address', 'text'] from deliveries where id = ${row.id} returning id`.execute(ctx.db)
  await finish(ctx, row)
  const after = await explained(rows[0]!.id)
  if (!after) throw new Error('A delivery that was just queued has no explanation.')
  return after
}

/** Returns the delivery that resent this one, or 0. */
async function readResent({ db }: Ctx, { id, shift, person }: StoredRow): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries where shift = ${shift} and person = ${person} and cause = ${RESEND + id}`.execute(db)
  return rows[0]?.id ?? 0
}

async function resendOfMessage(
  ctx: Ctx,
  collections: Collections,
  row: StoredRow,
  message: number,
): Promise<Candidate> {
  const explained = () => explainMessageTo(ctx, collections, row.person, message)
  const before = await explained()
  if (isResent(row)) return before
  if (!before.can_resend) throw refusal(before.words)
  const wasSkipped = row.state === 'skipped'
  if (wasSkipped) {
    const caps = await readCapsLeft(ctx, row.channel)
    if (caps.left < 1) throw refusal(overCapText(row.channel, 1, caps))
  }
  await sql`update deliveries set state = 'queued', reason = null, error = null, attempts = 0, doubts = 0, retry_at = null, lane = 'duty',
    cause = ${RESEND + row.id}, due_at = ${ctx.clock.now()}, updated_at = clock_timestamp() where id = ${row.id}`.execute(
    ctx.db,
  )
  await sql`update messages set status = 'sending', sent_at = null, receiving = receiving + ${wasSkipped ? 1 : 0},
    updated_at = clock_timestamp() where id = ${message}`.execute(ctx.db)
  await finish(ctx, row)
  return explained()
}

async function finish(ctx: Ctx, { person, kind, channel }: StoredRow): Promise<void> {
  await audit(ctx, {
    action: 'messages.resend',
    subject: 'people',
    subject_id: person,
    details: { kind, channel },
  })
  ctx.wake('deliveries.send')
}
