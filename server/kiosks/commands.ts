import * as z from 'zod'
import { requireConfirmedAddress } from '#server/accounts/confirmed-address.ts'
import { lockAdminAccess, requireAdminInPerson } from '#server/engine/access/admin-access.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { mintSecret, readCode } from '#server/engine/access/secrets.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { createPairing } from './pairing-code.ts'

export const pairInput = z.object({ code: boundedText({ max: 40 }).min(1, 'Required.') })

export type PairedKiosk = { secret: string; kiosk: { id: number; name: string } }

/**
 * Creates a new pairing code and ends the previous one. A paired device stays paired until the code is used.
 * @throws DomainError 'not_found', 'forbidden'.
 */
export async function renewPairing(ctx: Ctx, id: number): Promise<{ code: string; code_expires: string }> {
  requireAdminInPerson(ctx.actor)
  await requireConfirmedAddress(ctx)
  await lockAdminAccess(ctx)
  const { code, code_expires } = createPairing(ctx.clock.now())
  const { numUpdatedRows } = await ctx.db
    .updateTable('kiosks')
    .set({ code_hash: hashSecret(code), code_expires: new Date(code_expires), updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (!numUpdatedRows) throw notFound()
  await audit(ctx, { action: 'kiosks.renew_code', subject: 'kiosks', subject_id: id })
  return { code, code_expires }
}

/**
 * Exchanges a code for the device's secret. A code works once; the secret is never shown again.
 * @throws DomainError 'invalid' with `code`, the same for a wrong, used or expired one (ten minutes).
 */
export async function pairKiosk(ctx: Ctx, { code }: z.infer<typeof pairInput>): Promise<PairedKiosk> {
  const secret = mintSecret('wk', ctx.site.id)
  const now = ctx.clock.now()
  const kiosk = await ctx.db
    .updateTable('kiosks')
    .set({ secret_hash: hashSecret(secret), code_hash: null, code_expires: null, revoked_at: null, updated_at: now })
    .where('code_hash', '=', hashSecret(readCode(code)))
    .where('code_expires', '>', now)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!kiosk) throw invalid({ code: ['This code is not valid.'] })
  await audit(ctx, { action: 'kiosks.pair', subject: 'kiosks', subject_id: kiosk.id })
  return { secret, kiosk }
}

const USE_INTERVAL_MS = 60_000

/** Records the use of a device, at most once a minute. */
export const recordKioskUse = (db: SiteDb, id: number, now: Date) =>
  db
    .updateTable('kiosks')
    .set({ last_seen: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('last_seen', 'is', null), eb('last_seen', '<', new Date(now.getTime() - USE_INTERVAL_MS))]),
    )
    .execute()

/** Ends the device's secret and code immediately. @throws DomainError 'not_found', 'forbidden'. */
export async function revokeKiosk(ctx: Ctx, id: number): Promise<void> {
  requireAdminInPerson(ctx.actor)
  const now = ctx.clock.now()
  const { numUpdatedRows } = await ctx.db
    .updateTable('kiosks')
    .set({ secret_hash: null, code_hash: null, code_expires: null, revoked_at: now, updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  if (!numUpdatedRows) throw notFound()
  await audit(ctx, { action: 'kiosks.revoke', subject: 'kiosks', subject_id: id })
}
