import type { Actor } from '#server/access/actor.ts'
import { hashSecret } from '#server/access/secrets.ts'
import { DomainError } from '#server/kernel/errors.ts'
import type { SiteDb } from '#server/tenancy/with-site.ts'

/** The device behind a secret. @throws DomainError 'unauthenticated' without a code, so that nobody is signed out. */
export async function actorByKioskSecret(db: SiteDb, secret: string): Promise<Extract<Actor, { kind: 'kiosk' }>> {
  const row = await db
    .selectFrom('kiosks')
    .select(['id', 'name'])
    .where('secret_hash', '=', hashSecret(secret))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('unauthenticated', 'This device is not set up.')
  return { kind: 'kiosk', ...row }
}
