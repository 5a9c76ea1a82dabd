import { sql } from 'kysely'
import { requireAdminInPerson } from '#server/engine/access/admin-access.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { notifyOfNewAdmins } from '../new-admins.ts'
import { isAdmin } from '../rules.ts'
import { sendStillDue } from './commands.ts'
import type { CorrectEmailInput, EmailCorrected } from './contract.ts'

export const OWNER_CONFIRMED =
  'The owner of this email has confirmed it, so only they can change it, in their profile, with a link to the new one.'

/**
 * Corrects a person's unconfirmed email. The new address starts unconfirmed; the old account loses its password,
 * sessions and links. Due deliveries go to the new address.
 * @throws DomainError 'not_found'; 'invalid' under `email`; 'conflict' once the owner has confirmed the address;
 * 'forbidden' unless an admin acts in person.
 */
export async function correctEmail(ctx: Ctx, id: number, { email }: CorrectEmailInput): Promise<EmailCorrected> {
  requireAdminInPerson(ctx.actor)
  if (id === requirePerson(ctx.actor)) throw invalid({ email: ['Change your own email in your profile.'] })
  const person = await ctx.db
    .selectFrom('people')
    .select(['email', 'role', 'is_active'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw notFound()
  if (person.email === email) throw invalid({ email: ['This is already their email.'] })
  const { rows } = await sql<{ outcome: string }>`
    select identity.correct_address(${id}, ${email}, ${ctx.clock.now()}) as outcome`.execute(ctx.db)
  const outcome = rows[0]?.outcome
  if (outcome === 'confirmed') throw new DomainError('conflict', OWNER_CONFIRMED)
  if (outcome === 'taken') throw invalid({ email: ['A person with this email already exists.'] })
  const queued = await sendStillDue(ctx, id, 'email')
  await audit(ctx, { action: 'people.correct_email', subject: 'people', subject_id: id, details: { queued } })
  if (isAdmin(person)) await notifyOfNewAdmins(ctx, [id])
  return { email, queued }
}
