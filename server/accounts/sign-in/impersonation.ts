import * as z from 'zod'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError, forbidden, notFound } from '#server/engine/kernel/errors.ts'
import { requireConfirmedAddress } from '../confirmed-address.ts'
import { type Device, type OpenedSession, openSession, renewSession, revokeSession } from '../sessions/sessions.ts'
import { CONFIRM, hasSignedInRecently } from './recent-sign-in.ts'

export const impersonateInput = z.object({
  person: z.number().int('Must be an id.').positive('Must be an id.').safe('Must be an id.'),
})

/**
 * Lets an admin act as a member of the same site in a separate session, which ends within the hour even if refreshed.
 * @throws DomainError 'forbidden' for another admin, a pending or inactive person, or from within such a session;
 * 'not_found' for a person of another site; 'invalid' with `reauth_required` ten minutes after signing in (a 403 would
 * lead to its page).
 */
export async function impersonate(ctx: Ctx, person: number, device: Device): Promise<OpenedSession> {
  const { actor } = ctx
  if (actor.kind !== 'person' || actor.person.access_role !== 'admin' || actor.impersonator) throw forbidden()
  const target = await ctx.db
    .selectFrom('people')
    .select(['id', 'account_id', 'role', 'is_active', 'erased_at'])
    .where('id', '=', person)
    .executeTakeFirst()
  if (!target) throw notFound()
  if (target.role === 'admin') throw forbidden('You can’t act as another admin.')
  if (target.role === 'new' || !target.is_active || target.erased_at)
    throw forbidden('This person can’t sign in at the moment.')
  await requireConfirmedAddress(ctx)
  if (!(await hasSignedInRecently(ctx)))
    throw new DomainError('invalid', CONFIRM, {
      issues: { non_field_errors: [CONFIRM] },
      body: { reauth_required: true },
    })
  const now = ctx.clock.now()
  const session = await openSession(ctx.db, ctx.site, target, device, now, {
    impersonator: actor.person.id,
    parent: actor.session,
  })
  await audit(ctx, { action: 'impersonation.begin', subject: 'people', subject_id: person })
  return session
}

/**
 * Ends impersonation; the admin's own session continues with new tokens.
 * @returns the admin's id and tokens.
 * @throws DomainError 'forbidden' when not impersonating, and for an operator, who has no session here to return to.
 */
export async function unimpersonate(ctx: Ctx): Promise<OpenedSession & { person: number }> {
  const { actor } = ctx
  if (actor.kind !== 'person' || !actor.impersonator?.id) throw forbidden('You’re not acting as someone else.')
  const now = ctx.clock.now()
  const adminSession = await ctx.db
    .selectFrom('sessions as s')
    .innerJoin('sessions as o', (join) => join.onRef('o.site_id', '=', 's.site_id').onRef('o.id', '=', 's.parent'))
    .select('o.id')
    .where('s.id', '=', actor.session)
    .executeTakeFirstOrThrow()
  await revokeSession(ctx.db, actor.session, now)
  const session = await renewSession(ctx.db, ctx.site, adminSession.id, now)
  await audit(ctx, { action: 'impersonation.end', subject: 'people', subject_id: actor.person.id })
  return { ...session, person: actor.impersonator.id }
}
