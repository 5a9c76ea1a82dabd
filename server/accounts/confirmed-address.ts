import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export async function isAddressConfirmed(db: SiteDb, account: number | null): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`select identity.is_proved(${account}) as proved`.execute(db)
  return rows[0]?.proved ?? false
}

/**
 * Whether the session's person gave their password or passkey in it. Sign-in with a club's provider counts as neither.
 */
export async function hasOwnerSignedIn(db: SiteDb, session: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('signed_in_at').where('id', '=', session).executeTakeFirst()
  return row?.signed_in_at != null
}

/**
 * Refuses actions that outlive the session (factors, feeds, keys, providers, kiosks) while the email is unconfirmed:
 * anyone could have registered with it.
 * @throws DomainError 'forbidden' with `confirmation_required` in its body.
 */
export async function requireConfirmedAddress(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<void> {
  if (ctx.actor.kind !== 'person' || (await isAddressConfirmed(ctx.db, ctx.actor.person.account_id))) return
  throw forbidden('Confirm your email first. You can send the link again from your profile.', {
    confirmation_required: true,
  })
}
