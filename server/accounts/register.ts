import { sql } from 'kysely'
import { audit } from '#server/access/audit.ts'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { invalid } from '#server/kernel/errors.ts'
import type { DB } from '#server/schema.gen.ts'
import type { Site } from '#server/tenancy/site.ts'
import type { AccountParts } from './parts.ts'
import { passwordProblem } from './password-rules.ts'
import { provePassword } from './prove-password.ts'
import { type CheckStatus, CONSENT_VERSION, type RegisterInput } from './registration-contract.ts'
import type { Device } from './sessions.ts'

const ADMINS_TOLD = 50

/** The account with this email, whatever site it is used at. */
const accountOf = ({ authPool }: AccountParts, email: string) =>
  inTransaction<DB, number | null>(authPool, 'read', {}, async (db) => {
    const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
    return row?.id ?? null
  })

const isPersonHere = ({ withSite }: AccountParts, site: Site, email: string, account: number | null) =>
  withSite(site.id, async (db) => {
    const row = await db
      .selectFrom('people')
      .select('id')
      .where((eb) =>
        account === null ? eb('email', '=', email) : eb.or([eb('email', '=', email), eb('account_id', '=', account)]),
      )
      .executeTakeFirst()
    return row !== undefined
  })

/**
 * What hello goes on with for this email (specification §2.3). A site that hides who has an account answers
 * `login-required` for everybody; the way to registration is on its login form.
 * @throws DomainError 'throttled'.
 */
export async function checkEmail(
  parts: AccountParts,
  site: Site,
  email: string,
  device: Device,
): Promise<{ status: CheckStatus }> {
  await parts.limits.take('register_check', { site: site.id, ip: device.ip })
  const account = await accountOf(parts, email)
  const here = await isPersonHere(parts, site, email, account)
  if (site.hide_account_existence || here) return { status: 'login-required' }
  return { status: account === null ? 'account-required' : 'details-required' }
}

/**
 * Registers a person as pending (specification §2.3, §4) and tells the admins and the person. Somebody whose account is
 * used at another site proves its password; anybody else chooses one. Registering again changes nothing.
 * @throws DomainError 'invalid' with the fields; 'throttled'.
 */
export async function register(parts: AccountParts, site: Site, input: RegisterInput, device: Device): Promise<void> {
  await parts.limits.take('register', { site: site.id, ip: device.ip })
  const found = await accountOf(parts, input.email)
  if (await isPersonHere(parts, site, input.email, found)) {
    if (site.hide_account_existence) await chosenHash(parts, site, input)
    return
  }
  const account = await accountFor(parts, site, input, device, found)
  const person = await addPending(parts, site, input, account)
  if (person !== null) parts.wake('deliveries.send')
}

/** The account that the person will sign in with: theirs, proved, or a new one. */
async function accountFor(
  parts: AccountParts,
  site: Site,
  { email, name, password }: RegisterInput,
  device: Device,
  found: number | null,
): Promise<number> {
  if (found !== null && site.hide_account_existence) {
    // The mail that follows tells the owner; the password that was typed opens nothing.
    await chosenHash(parts, site, { email, name, password })
    return found
  }
  if (!password) throw invalid({ password: ['Required.'] })
  if (found !== null) {
    const proved = await provePassword(parts, site, { email, password }, device)
    if (proved === null) throw invalid({ password: ['This is not the password of your existing account.'] })
    return proved
  }
  const password_hash = await chosenHash(parts, site, { email, name, password })
  const made = await inTransaction<DB, number | null>(parts.authPool, 'write', {}, async (db) => {
    const row = await db
      .insertInto('accounts')
      .values({ email, password_hash, unverified: true, created_at: parts.clock.now() })
      .onConflict((conflict) => conflict.constraint('accounts_email_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id ?? null
  })
  if (made !== null) return made
  // Somebody made the account at this very moment, most likely the same person by a second click.
  return accountFor(parts, site, { email, name, password }, device, await accountOf(parts, email))
}

/** The hash of a newly chosen password. @throws DomainError 'invalid' under `password`. */
function chosenHash(
  { passwords }: AccountParts,
  site: Site,
  { email, name, password }: Pick<RegisterInput, 'email' | 'name' | 'password'>,
): Promise<string> {
  const problem = password ? passwordProblem(password, { site: site.name, email, name }) : 'Required.'
  if (!password || problem) throw invalid({ password: [problem ?? 'Required.'] })
  return passwords.hash(password)
}

/** @returns the new person's id, or null when they were here already. */
function addPending(parts: AccountParts, site: Site, input: RegisterInput, account: number): Promise<number | null> {
  const { clock } = parts
  const now = clock.now()
  return parts.withSite(
    site.id,
    async (db) => {
      const person = await db
        .insertInto('people')
        .values({
          account_id: account,
          name: input.name,
          email: input.email,
          phone: input.phone ?? null,
          role: 'new',
          is_active: false,
          registered_at: now,
          consent_version: CONSENT_VERSION,
          consent_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!person) return null
      const actor = { kind: 'system', name: 'registration' } as const
      await audit(
        { db, actor, clock },
        {
          action: 'people.register',
          subject: 'people',
          subject_id: person.id,
          details: { consent_version: CONSENT_VERSION },
        },
      )
      const admins = await sql<{ id: number }>`
        select id from people where role = 'admin' and is_active and email <> '' order by id limit ${ADMINS_TOLD}`.execute(
        db,
      )
      await queueNotices(
        { db, clock, wake: () => {} },
        {
          kind: 'account.registered',
          person: person.id,
          title: 'Your registration is waiting for approval',
          paragraphs: [
            `Thank you for registering at ${site.name}.`,
            'The club approves every registration. You get another mail once yours is, and can log in from then on.',
            'If you did not register, please tell the club by answering this mail.',
          ],
        },
        ...admins.rows.map(({ id }) => ({
          kind: 'account.registration' as const,
          person: id,
          about: person.id,
          title: 'New registration: {name}',
          paragraphs: ['{name} ({email}) registered on {at} and waits for approval.'],
          times: { at: now.toISOString() },
          action: { label: 'Look at the registration', path: `/people/${person.id}/info` },
        })),
      )
      return person.id
    },
    { access: 'write' },
  )
}
