import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Device } from '../sessions/sessions.ts'
import { type AdmittedSession, admit, type Proof } from './admit.ts'
import { addDeviceMark } from './known-device.ts'
import type { AccountParts } from './parts.ts'
import type { VerifiedAccount } from './verify-password.ts'

type SignInParts = Pick<AccountParts, 'authPool' | 'withSite' | 'clock' | 'secret'>

/** `known_device` identifies the device at the next sign-in. */
export type SiteSession = AdmittedSession & { known_device: string }

/**
 * Opens a session for a person who proved to own an account. Remembers the device after all steps, so that strangers
 * who guess cannot lock out owners with a second step.
 * @throws DomainError as `admit` does.
 */
export async function openSiteSession(
  { authPool, withSite, clock, secret }: SignInParts,
  site: Site,
  proved: VerifiedAccount,
  device: Device,
  proof: Proof,
): Promise<SiteSession> {
  const admitted = await withSite(site.id, (db) => admit({ db, site, clock, secret }, proved, device, proof), {
    access: 'write',
  })
  const { email } = await inTransaction<DB, { email: string }>(authPool, 'read', {}, (db) =>
    db.selectFrom('accounts').select('email').where('id', '=', proved.account).executeTakeFirstOrThrow(),
  )
  return { ...admitted, known_device: addDeviceMark(secret, site.id, email, device.known) }
}
