import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { seal, unseal } from '#server/engine/kernel/seal.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { requireOwner } from '../sign-in/recent-sign-in.ts'
import type { Provider, ProviderButton, ProviderInput } from './contract.ts'

const PURPOSE = 'sign-in-provider'

export async function listProviders(db: SiteDb): Promise<Provider[]> {
  const rows = await db
    .selectFrom('sign_in_providers')
    .select(['provider', 'label', 'issuer', 'client_id', 'active'])
    .select((eb) => eb('client_secret', 'is not', null).as('has_secret'))
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map((row) => ({ ...row, has_secret: Boolean(row.has_secret) }))
}

export const providerButtons = (db: SiteDb): Promise<ProviderButton[]> =>
  db
    .selectFrom('sign_in_providers')
    .select(['provider', 'label'])
    .where('active', '=', true)
    .orderBy('id')
    .limit(50)
    .execute()

export type ProviderAccess = { provider: string; issuer: string; client_id: string; client_secret: string | null }

/** @throws DomainError 'invalid' under `provider`. */
export async function providerAccess(db: SiteDb, secret: string, provider: string): Promise<ProviderAccess> {
  const row = await db
    .selectFrom('sign_in_providers')
    .select(['provider', 'issuer', 'client_id', 'client_secret'])
    .where('provider', '=', provider)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!row) throw invalid({ provider: ['You can’t sign in this way here.'] })
  return { ...row, client_secret: row.client_secret && unseal(secret, PURPOSE, row.client_secret) }
}

export async function saveProvider(
  ctx: Ctx,
  secret: string,
  provider: string,
  { client_secret, ...input }: ProviderInput,
): Promise<void> {
  await requireOwner(ctx)
  const sealed = client_secret ? { client_secret: seal(secret, PURPOSE, client_secret) } : {}
  const values = { ...input, ...sealed, updated_at: ctx.clock.now() }
  await ctx.db
    .insertInto('sign_in_providers')
    .values({ provider, ...values })
    .onConflict((on) => on.columns(['site_id', 'provider']).doUpdateSet(values))
    .execute()
  await audit(ctx, { action: 'sign_in_provider.save', subject: 'sign_in_providers', details: { provider, ...input } })
}

export async function removeProvider(ctx: Ctx, provider: string): Promise<void> {
  await requireOwner(ctx)
  const removed = await ctx.db
    .deleteFrom('sign_in_providers')
    .where('provider', '=', provider)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw notFound()
  await audit(ctx, { action: 'sign_in_provider.remove', subject: 'sign_in_providers', details: { provider } })
}
