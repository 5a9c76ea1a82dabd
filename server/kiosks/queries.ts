import type { Actor } from '#server/engine/access/actor.ts'
import { isFromOtherSite } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { DomainError, forbidden } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/**
 * Finds the device of a secret.
 * @throws DomainError 'unauthenticated' without a code, so that no session ends; 'forbidden' for a device of another
 * site.
 */
export async function findActorByKioskSecret(
  db: SiteDb,
  site: Pick<Site, 'id'>,
  secret: string,
): Promise<Extract<Actor, { kind: 'kiosk' }>> {
  if (isFromOtherSite(secret, site.id)) throw forbidden('This device belongs to another site.')
  const row = await db
    .selectFrom('kiosks')
    .select(['id', 'name'])
    .where('secret_hash', '=', hashSecret(secret))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('unauthenticated', 'This device is not set up.')
  return { kind: 'kiosk', ...row }
}
