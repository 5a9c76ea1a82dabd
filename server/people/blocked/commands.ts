import { sql } from 'kysely'
import { requireConfirmedAddress } from '#server/accounts/confirmed-address.ts'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import type { Channel } from '#server/deliveries/contract.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { refuseOnAdmin } from '../key-rights.ts'
import type { Unblocked, UnblockInput } from './contract.ts'

export const ONLY_THEY: Record<Channel, string> = {
  email: 'They marked an email as spam, so only they can allow emails again, by signing in and opening their profile.',
  sms: 'They replied STOP to a text, so only they can allow texts again: in their profile, or by texting START to the number.',
}

/**
 * Lifts the block of a bounced address, for an admin, and queues again what is still useful. Does nothing without a
 * block.
 * @throws DomainError 'not_found'; 'conflict' for a complaint or STOP, which is the person's own wish; 'forbidden' for
 * a key on an admin.
 */
export async function unblockPerson(ctx: Ctx, id: number, { channel }: UnblockInput): Promise<Unblocked> {
  const person = await lockPerson(ctx, id)
  refuseOnAdmin(ctx.actor, person)
  const reason = blockOf(person, channel)
  if (!reason) return { queued: 0 }
  if (reason !== 'bounced') throw new DomainError('conflict', ONLY_THEY[channel])
  return lift(ctx, id, channel)
}

/**
 * Lifts any block of the acting person's address or number: bounce, complaint or STOP. An unconfirmed address must be
 * confirmed first, since a complaint may be its real owner's.
 * @throws DomainError 'forbidden' while impersonating, or with `confirmation_required`.
 */
export async function unblockOwn(ctx: Ctx, { channel }: UnblockInput): Promise<Unblocked> {
  const id = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const reason = blockOf(await lockPerson(ctx, id), channel)
  if (!reason) return { queued: 0 }
  if (reason === 'complained') await requireConfirmedAddress(ctx)
  return lift(ctx, id, channel)
}

type Blocked = { email_blocked: string | null; sms_blocked: boolean }

const blockOf = (person: Blocked, channel: Channel): string | null =>
  channel === 'email' ? person.email_blocked : person.sms_blocked ? 'stopped' : null

async function lockPerson({ db }: Ctx, id: number): Promise<Blocked & { role: string }> {
  const person = await db
    .selectFrom('people')
    .select(['role', 'email_blocked', 'sms_blocked'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw notFound()
  return person
}

async function lift(ctx: Ctx, id: number, channel: Channel): Promise<Unblocked> {
  await ctx.db
    .updateTable('people')
    .set({ ...(channel === 'email' ? { email_blocked: null } : { sms_blocked: false }), updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  const queued = await sendStillDue(ctx, id, channel)
  await audit(ctx, { action: 'people.unblock', subject: 'people', subject_id: id, details: { channel, queued } })
  return { queued }
}

/**
 * Queues again, once each, what a block held back or what bounced, if still useful. Sending repeats all checks.
 * @returns the number of deliveries.
 */
export async function sendStillDue(
  ctx: Pick<Ctx, 'db' | 'site' | 'clock' | 'wake'>,
  person: number,
  channel: Channel,
): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select core.send_still_due(${ctx.site.id}, ${person}, ${channel}, ${ctx.clock.now()}) as queued`.execute(ctx.db)
  ctx.wake('deliveries.send')
  return rows[0]?.queued ?? 0
}
