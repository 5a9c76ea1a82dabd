import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError, forbidden } from '#server/engine/kernel/errors.ts'
import { requireConfirmedAddress } from './proved.ts'
import { refuseWhileImpersonating } from './session-commands.ts'

/** How old a password or passkey may be for what needs proof of the person. */
export const RECENT_MINUTES = 10

/**
 * Asks that the acting person gave their password or passkey within ten minutes: for email, phone, factors, export, API
 * keys and impersonation. Nobody passes in another person's name.
 * @throws DomainError 'forbidden' with `reauth_required` in its body, after which a client asks and tries again.
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
 * Asks for both: a recent proof of the person and a confirmed email. For what outlives the session: factors, keys, providers.
 * @throws DomainError 'forbidden' with `reauth_required` or `confirmation_required` in its body.
 */
export async function requireOwner(ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>): Promise<void> {
  refuseWhileImpersonating(ctx)
  await requireConfirmedAddress(ctx)
  await requireRecentSignIn(ctx)
}
