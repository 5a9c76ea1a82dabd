import type { Limits } from '#server/access/limits/limits.ts'
import type { Pool } from '#server/kernel/db/pool.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { DB } from '#server/schema.gen.ts'
import type { Site } from '#server/tenancy/site.ts'
import { knownDeviceKey, knownMark } from './known-device.ts'
import type { Passwords } from './password.ts'
import { isOutdated } from './password.ts'
import type { Device } from './sessions.ts'

export type ProofParts = { authPool: Pool; passwords: Passwords; limits: Limits; secret: string }

/**
 * Checks the password of the shared account with this email, under the limits of signing in. An unknown email costs the
 * same time as a wrong password and counts the same. A device that the account was used on before has a count of its own,
 * so that guessing strangers cannot lock the owner out.
 * @returns the account's id, or null when the two do not belong together.
 * @throws DomainError 'throttled'.
 */
export async function provePassword(
  { authPool, passwords, limits, secret }: ProofParts,
  site: Pick<Site, 'id'>,
  { email, password }: { email: string; password: string },
  device: Device,
): Promise<number | null> {
  const known = device.known ? knownMark(secret, site.id, email, device.known) : null
  const attempt = known
    ? await limits.take('login_known_device', { site: site.id, device: knownDeviceKey(email, known) })
    : await limits.take('login', { site: site.id, account: email, ip: device.ip })
  const { account, correct } = await judge({ authPool, passwords }, email, password).catch(async (error: unknown) => {
    // Nothing was judged (too much to do at once, say), so that nothing counts.
    await attempt.succeeded()
    throw error
  })
  if (account && correct) {
    await attempt.succeeded()
    if (isOutdated(account.password_hash ?? '')) await renewHash({ authPool, passwords }, account.id, password)
    return account.id
  }
  await attempt.failed()
  return null
}

async function judge(
  { authPool, passwords }: Pick<ProofParts, 'authPool' | 'passwords'>,
  email: string,
  password: string,
) {
  const account = await inTransaction<DB, { id: number; password_hash: string | null } | undefined>(
    authPool,
    'read',
    {},
    (db) => db.selectFrom('accounts').select(['id', 'password_hash']).where('email', '=', email).executeTakeFirst(),
  )
  return { account, correct: await passwords.verify(account?.password_hash ?? null, password) }
}

/** A hash of lesser parameters is made anew while the password is at hand (security.md row 14). */
async function renewHash(
  { authPool, passwords }: Pick<ProofParts, 'authPool' | 'passwords'>,
  id: number,
  password: string,
) {
  const password_hash = await passwords.hash(password)
  await inTransaction<DB, void>(authPool, 'write', {}, async (db) => {
    await db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
  })
}
