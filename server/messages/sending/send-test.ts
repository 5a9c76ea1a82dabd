import { sql } from 'kysely'
import { readRecipients } from '#server/deliveries/recheck.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { BULK_TEST, type TestAnswer, type TestInput } from './contract.ts'
import { checkContent, lockMessage } from './store.ts'
import { unreachable } from './verdict.ts'

const REASONS: Readonly<Record<string, string>> = {
  no_address: 'You have no address to send it to.',
  blocked: 'Your address refused earlier messages, so we can’t send you a test.',
  unverified: 'Verify your phone first, because a test text goes to your own number.',
  sms_off: 'Texts are switched off for this site.',
}

/**
 * Queues a test to the acting person, ahead of bulk mail and regardless of their settings.
 * @throws DomainError 'not_found'; 'forbidden' for a program; 'invalid' under `subject` or `body`, and under
 * `non_field_errors` for a person who cannot be reached.
 */
export async function sendTest(ctx: Ctx, id: number, { kind: as }: TestInput = {}): Promise<TestAnswer> {
  const person = requirePerson(ctx.actor)
  const message = await lockMessage(ctx.db, id)
  checkContent(message)
  const kind = as ?? message.kind
  const recipient = (await readRecipients(ctx.db, [person])).get(person)
  const reason = recipient ? unreachable(kind, recipient, ctx.site) : 'no_address'
  if (reason) throw invalid({ non_field_errors: [REASONS[reason] ?? 'We can’t send you a test.'] })
  const tested_at = ctx.clock.now()
  await sql`insert into deliveries (person, kind, channel, lane, due_at, facts)
    values (${person}, ${BULK_TEST}, ${kind}, 'duty', ${tested_at}, ${JSON.stringify({ message: id })}::jsonb)`.execute(
    ctx.db,
  )
  // Keeps the draft's version, so that its editor sees no conflict.
  await sql`update messages set tested_at = ${tested_at} where id = ${id}`.execute(ctx.db)
  await audit(ctx, { action: 'messages.test', subject: 'messages', subject_id: id })
  ctx.wake('deliveries.send')
  return {
    to: (kind === 'sms' ? recipient?.phone : recipient?.email) ?? '',
    tested_at: tested_at.toISOString(),
  }
}
