import type { Limits } from '#server/engine/access/limits/limits.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { type FoundAccount, findAccount } from '../find-account.ts'
import type { Device } from '../sessions/sessions.ts'
import { deviceKey, findDeviceMark } from './known-device.ts'
import type { Passwords } from './password.ts'
import { isOutdated } from './password.ts'

export type ProofParts = { authPool: Pool; passwords: Passwords; limits: Limits; secret: string }

/** A change of `epoch` since voids the proof. */
export type VerifiedAccount = { account: number; epoch: number }

/**
 * Checks a password under the limits of signing in. An unknown email takes as long as a wrong password and counts the
 * same. A known device has its own count, so that strangers cannot lock the owner out.
 * @returns the account, or null when email and password do not match.
 * @throws DomainError 'throttled'.
 */
export async function verifyPassword(
  { authPool, passwords, limits, secret }: ProofParts,
  site: Pick<Site, 'id'>,
  { email, password }: { email: string; password: string },
  device: Device,
): Promise<VerifiedAccount | null> {
  const mark = device.known ? findDeviceMark(secret, site.id, email, device.known) : null
  const attempt = mark
    ? await limits.take('login_known_device', { site: site.id, device: deviceKey(email, mark) })
    : await limits.take('login', { site: site.id, account: email, ip: device.ip })
  const { account, correct } = await checkPassword({ authPool, passwords }, site, email, password).catch(
    async (error: unknown) => {
      // The password was not checked, for instance under load: the attempt does not count.
      await attempt.succeeded()
      throw error
    },
  )
  if (account && correct) {
    await attempt.succeeded()
    if (isOutdated(account.password_hash ?? '')) await upgradeHash({ authPool, passwords }, account, password)
    return { account: account.id, epoch: account.auth_epoch }
  }
  await attempt.failed()
  return null
}

async function checkPassword(
  { authPool, passwords }: Pick<ProofParts, 'authPool' | 'passwords'>,
  site: Pick<Site, 'id'>,
  email: string,
  password: string,
) {
  const account = await findAccount({ authPool }, site, email)
  return { account, correct: await passwords.verify(account?.password_hash ?? null, password) }
}

async function upgradeHash(
  { authPool, passwords }: Pick<ProofParts, 'authPool' | 'passwords'>,
  { id, password_hash: outdated }: FoundAccount,
  password: string,
) {
  const password_hash = await passwords.hash(password)
  await inTransaction<DB, void>(authPool, 'write', {}, async (db) => {
    await db
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', outdated)
      .execute()
  })
}
