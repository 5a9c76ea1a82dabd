import { audit } from '#server/access/audit.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Pool } from '#server/kernel/db/pool.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { DomainError } from '#server/kernel/errors.ts'
import type { DB } from '#server/schema.gen.ts'
import type { Site } from '#server/tenancy/site.ts'
import type { WithSite } from '#server/tenancy/with-site.ts'
import type { LoginInput } from './contract.ts'
import type { Passwords } from './password.ts'
import { type Device, type OpenedSession, openSession } from './sessions.ts'

export type LoginParts = { authPool: Pool; withSite: WithSite; passwords: Passwords; clock: Clock }

const WRONG = 'Email or password is incorrect.'

const refused = (message: string) => new DomainError('invalid', message, { issues: {} })

/**
 * Signs a person of `site` in. The account is shared by the server, the session belongs to the site. An unknown email
 * costs the same time as a wrong password and gives the same answer.
 * @throws DomainError 'invalid' without a field: wrong password, waiting for approval, deactivated. Never a 401.
 */
export async function logIn(
  parts: LoginParts,
  site: Site,
  input: LoginInput,
  device: Device,
): Promise<OpenedSession & { person: number }> {
  const account = await inTransaction<DB, { id: number; password_hash: string | null } | undefined>(
    parts.authPool,
    'read',
    {},
    (db) =>
      db.selectFrom('accounts').select(['id', 'password_hash']).where('email', '=', input.email).executeTakeFirst(),
  )
  const correct = await parts.passwords.verify(account?.password_hash ?? null, input.password)
  if (!account || !correct) throw refused(WRONG)
  return parts.withSite(
    site.id,
    async (db) => {
      const person = await db
        .selectFrom('people')
        .select(['id', 'account_id', 'role', 'is_active'])
        .where('account_id', '=', account.id)
        .executeTakeFirst()
      if (!person) throw refused(WRONG)
      if (person.role === 'new') throw refused('Your registration is waiting for approval.')
      if (!person.is_active) throw refused('Your account is not active. Please ask the club.')
      const now = parts.clock.now()
      const session = await openSession(db, site, person, device, now)
      await db.updateTable('people').set({ last_login: now }).where('id', '=', person.id).execute()
      await audit(
        { db, actor: { kind: 'system', name: 'login' }, clock: parts.clock },
        { action: 'session.open', subject: 'people', subject_id: person.id },
      )
      return { ...session, person: person.id }
    },
    { access: 'write' },
  )
}
