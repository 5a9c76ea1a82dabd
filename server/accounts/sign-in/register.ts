import { sql } from 'kysely'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { addAddressLink, CONFIRM_PATH } from '../address-link.ts'
import { findAccount } from '../find-account.ts'
import { passwordProblem } from '../password-rules.ts'
import { type CheckStatus, CONSENT_VERSION, type RegisterInput } from '../registration-contract.ts'
import type { Device } from '../sessions/sessions.ts'
import type { AccountParts } from './parts.ts'
import { verifyPassword } from './verify-password.ts'

const MAX_NOTIFIED_ADMINS = 50

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
 * Decides the next step of the sign-in page for this email. A site that hides accounts always returns `login-required`;
 * its form links to registration. Ignores an unconfirmed account of another site.
 * @throws DomainError 'throttled'.
 */
export async function checkEmail(
  parts: AccountParts,
  site: Site,
  email: string,
  device: Device,
): Promise<{ status: CheckStatus }> {
  await parts.limits.take('register_check', { site: site.id, ip: device.ip, email })
  const account = await findAccount(parts, site, email)
  const isMember = await isPersonHere(parts, site, email, account?.id ?? null)
  if (site.hide_account_existence || isMember) return { status: 'login-required' }
  return { status: account?.proved ? 'details-required' : 'account-required' }
}

/**
 * Registers a pending person, notifies the admins and sends a link that confirms the email. The owner of a confirmed
 * account gives its password; others choose one, for this site only. At a site that hides accounts everyone chooses
 * one, and the link joins it to the owner's account. Registering again changes nothing.
 * @throws DomainError 'invalid' with the fields; 'throttled'.
 */
export async function register(parts: AccountParts, site: Site, input: RegisterInput, device: Device): Promise<void> {
  const attempt = await parts.limits.take('register', { site: site.id, ip: device.ip, email: input.email })
  try {
    const outcome = await registerOnce(parts, site, input, device)
    // A site that hides accounts counts both alike.
    await (outcome === 'registered' || site.hide_account_existence ? attempt.succeeded() : attempt.failed())
  } catch (error) {
    await attempt.failed()
    throw error
  }
}

async function registerOnce(
  parts: AccountParts,
  site: Site,
  input: RegisterInput,
  device: Device,
): Promise<'registered' | 'known'> {
  const existing = await findAccount(parts, site, input.email)
  if (await isPersonHere(parts, site, input.email, existing?.id ?? null)) {
    if (site.hide_account_existence) await hashNewPassword(parts, site, input)
    return 'known'
  }
  const login =
    existing?.proved && !site.hide_account_existence
      ? { account: await verifyExistingAccount(parts, site, input, device) }
      : { hash: await hashNewPassword(parts, site, input) }
  const person = await addPendingPerson(parts, site, input, login)
  if (person === null) return 'known'
  parts.wake('deliveries.send')
  return 'registered'
}

type NewSignIn = { account: number } | { hash: string }

async function verifyExistingAccount(
  parts: AccountParts,
  site: Site,
  { email, password }: RegisterInput,
  device: Device,
): Promise<number> {
  if (!password) throw invalid({ password: ['Required.'] })
  const proved = await verifyPassword(parts, site, { email, password }, device)
  if (!proved) throw invalid({ password: ['This isn’t the password for your existing account.'] })
  return proved.account
}

function hashNewPassword(
  { passwords }: AccountParts,
  site: Site,
  { email, name, password }: Pick<RegisterInput, 'email' | 'name' | 'password'>,
): Promise<string> {
  const problem = password ? passwordProblem(password, { site: site.name, email, name }) : 'Required.'
  if (!password || problem) throw invalid({ password: [problem ?? 'Required.'] })
  return passwords.hash(password)
}

/** Creates an account of this site only; null when a person here has the address. */
async function newAccount(db: SiteDb, email: string, hash: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select identity.register_account(${email}, ${hash}) as id`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** @returns the new id, or null when they are already here. */
function addPendingPerson(
  parts: AccountParts,
  site: Site,
  input: RegisterInput,
  login: NewSignIn,
): Promise<number | null> {
  const { clock } = parts
  const now = clock.now()
  return parts.withSite(
    site.id,
    async (db) => {
      const account_id = 'account' in login ? login.account : await newAccount(db, input.email, login.hash)
      if (account_id === null) return null
      const person = await db
        .insertInto('people')
        .values({
          account_id,
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
        select id from people where role = 'admin' and is_active and email <> '' order by id limit ${MAX_NOTIFIED_ADMINS}`.execute(
        db,
      )
      const link =
        'hash' in login
          ? await addAddressLink(parts, db, { person: person.id, account: account_id, email: input.email })
          : null
      await queueNotices(
        { db, clock, wake: () => {} },
        {
          kind: 'account.registered',
          person: person.id,
          title: link ? 'Confirm your email' : 'Your registration is waiting for approval',
          paragraphs: [
            `Thank you for registering at ${site.name}.`,
            ...(link ? ['Please confirm that this address is yours. The link works once, until {until}.'] : []),
            'The club approves every registration. We will email you once yours is approved; you can sign in from then on.',
            'If you didn’t register, don’t open the link. Please let the club know by replying to this email.',
          ],
          ...(link && { ...link.notice, action: { label: 'Confirm this email', path: CONFIRM_PATH } }),
        },
        ...admins.rows.map(({ id }) => ({
          kind: 'account.registration' as const,
          person: id,
          about: person.id,
          title: 'New registration: {name}',
          paragraphs: ['{name} ({email}) registered on {at} and is waiting for approval.'],
          times: { at: now.toISOString() },
          action: { label: 'Open the registration', path: `/people/${person.id}/info` },
        })),
      )
      return person.id
    },
    { access: 'write' },
  )
}
