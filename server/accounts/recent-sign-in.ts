import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError, forbidden } from '#server/engine/kernel/errors.ts'
import { requireConfirmedAddress } from './confirmed-address.ts'
import { refuseWhileImpersonating } from './session-commands.ts'

/** How many minutes a password or passkey counts as recent proof of the person. */
const RECENT_MINUTES = 10

/**
 * Requires that the acting person gave their password or passkey within ten minutes: for email, phone, factors, export, API
 * keys and impersonation. Nobody who acts as somebody else passes.
 * @throws DomainError 'forbidden' with `reauth_required` in its body, after which a client asks for it and tries again.
 */
export async function requireRecentSignIn(ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>): Promise<void> {
  refuseWhileImpersonating(ctx)
  if (ctx.actor.kind !== 'person') throw forbidden()
  const row = await ctx.db
    .selectFrom('sessions')
    .select('signed_in_at')
    .where('id', '=', ctx.actor.session)
    .executeTakeFirst()
  const since = ctx.clock.epochMs() - RECENT_MINUTES * 60_000
  if (!row?.signed_in_at || row.signed_in_at.getTime() < since)
    throw new DomainError('forbidden', 'Please confirm that it is you.', { body: { reauth_required: true } })
}

/**
 * Requires a recent proof of the person and a confirmed email, for actions that outlive the session: factors, keys,
 * providers.
 * @throws DomainError 'forbidden' with `reauth_required` or `confirmation_required` in its body.
 */
export async function requireOwner(ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>): Promise<void> {
  refuseWhileImpersonating(ctx)
  await requireConfirmedAddress(ctx)
  await requireRecentSignIn(ctx)
}
