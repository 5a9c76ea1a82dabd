import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { DB } from '#server/schema.gen.ts'
import type { Site } from '#server/tenancy/site.ts'
import { type Admitted, admit, type Proof } from './admit.ts'
import { rememberDevice } from './known-device.ts'
import type { AccountParts } from './parts.ts'
import type { Device } from './sessions.ts'

type DoorParts = Pick<AccountParts, 'authPool' | 'withSite' | 'clock' | 'secret'>

/** A session, and what the device keeps to be known the next time its owner's password is asked for. */
export type Entered = Admitted & { known_device: string }

/**
 * Lets whoever proved to own `account` into a site, by any way that there is. The device is remembered once all steps are
 * behind it, so that owners with a second step are not locked out by guessing strangers either (security.md row 13).
 * @throws DomainError as `admit` does.
 */
export async function enterSite(
  { authPool, withSite, clock, secret }: DoorParts,
  site: Site,
  account: number,
  device: Device,
  proof: Proof,
): Promise<Entered> {
  const admitted = await withSite(site.id, (db) => admit({ db, site, clock, secret }, account, device, proof), {
    access: 'write',
  })
  const { email } = await inTransaction<DB, { email: string }>(authPool, 'read', {}, (db) =>
    db.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirstOrThrow(),
  )
  return { ...admitted, known_device: rememberDevice(secret, site.id, email, device.known) }
}
