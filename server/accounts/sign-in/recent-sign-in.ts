import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError, forbidden } from '#server/engine/kernel/errors.ts'
import { requireConfirmedAddress } from '../confirmed-address.ts'
import { refuseWhileImpersonating } from '../sessions/session-commands.ts'

/** Minutes for which a password or passkey counts as recent. */
const RECENT_MINUTES = 10

type Acting = Pick<Ctx, 'db' | 'actor' | 'clock'>

export const CONFIRM = 'Please confirm it’s you.'

export async function hasSignedInRecently(ctx: Acting): Promise<boolean> {
  if (ctx.actor.kind !== 'person') return false
  const row = await ctx.db
    .selectFrom('sessions')
    .select('signed_in_at')
    .where('id', '=', ctx.actor.session)
    .executeTakeFirst()
  const since = ctx.clock.epochMs() - RECENT_MINUTES * 60_000
  return row?.signed_in_at != null && row.signed_in_at.getTime() >= since
}

/**
 * Requires a password or passkey in the last ten minutes: for factors, export, API keys and leaving. Refused while
 * impersonating.
 * @throws DomainError 'forbidden' with `reauth_required` in its body; clients then ask for it and retry.
 */
export async function requireRecentSignIn(ctx: Acting): Promise<void> {
  refuseWhileImpersonating(ctx)
  if (ctx.actor.kind !== 'person') throw forbidden()
  if (!(await hasSignedInRecently(ctx)))
    throw new DomainError('forbidden', CONFIRM, { body: { reauth_required: true } })
}

/**
 * Requires a recent password or passkey and a confirmed email, for actions that outlive the session: factors, keys,
 * providers.
 * @throws DomainError 'forbidden' with `reauth_required` or `confirmation_required` in its body.
 */
export async function requireOwner(ctx: Acting): Promise<void> {
  refuseWhileImpersonating(ctx)
  await requireConfirmedAddress(ctx)
  await requireRecentSignIn(ctx)
}
