import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { derivedToken, hashSecret } from '#server/engine/kernel/derive.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { findAccount } from '../find-account.ts'
import { ACCOUNT_DISABLED, PENDING_APPROVAL } from '../messages.ts'
import { passwordProblem } from '../password-rules.ts'
import { RESET_MINUTES, TOKEN_INVALID } from '../registration-contract.ts'
import { endAccountSessions } from '../sessions/session-commands.ts'
import type { Device } from '../sessions/sessions.ts'
import { refuseSignIn } from '../sign-in/admit.ts'
import { openSiteSession, type SiteSession } from '../sign-in/open-site-session.ts'
import type { AccountParts } from '../sign-in/parts.ts'
import type { VerifiedAccount } from '../sign-in/verify-password.ts'

const PURPOSE = 'password-reset'

/**
 * Counts a request for a reset link. Neither response nor timing reveals whether the email has an account.
 * @throws DomainError 'throttled'.
 */
export async function limitResetRequests(
  parts: AccountParts,
  site: Site,
  email: string,
  device: Device,
): Promise<void> {
  await parts.limits.take('reset_request', { site: site.id, ip: device.ip, email })
}

/**
 * Sends a link to this site's person with this email, if any. Runs after the response. The token is derived when the
 * mail is written, so that no table holds it. It works once, for an hour, at this site, and replaces earlier ones.
 */
export async function sendResetLink(parts: AccountParts, site: Site, email: string): Promise<void> {
  const { authPool, withSite, clock, secret } = parts
  const found = await findAccount(parts, site, email)
  const person = found && (await personOfAccount(parts, site, found.id))
  if (!person) return
  const account = found.id
  const id = randomUUID()
  const now = clock.now()
  const expires_at = new Date(now.getTime() + RESET_MINUTES * 60_000)
  await inTransaction<DB, void>(authPool, 'write', {}, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('watchbill.reset'), ${account % 2_147_483_647}::int)`.execute(db)
    await db
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('account_id', '=', account)
      .where('person', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    await db
      .deleteFrom('password_resets')
      .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
      .execute()
    await db
      .insertInto('password_resets')
      .values({
        id,
        account_id: account,
        site_id: site.id,
        auth_epoch: found.auth_epoch,
        token_hash: hashSecret(derivedToken(secret, PURPOSE, id)),
        created_at: now,
        expires_at,
      })
      .execute()
  })
  await withSite(
    site.id,
    async (db) => {
      await audit(
        { db, actor: { kind: 'system', name: 'reset' }, clock },
        { action: 'password.reset_requested', subject: 'people', subject_id: person.id },
      )
      await queueNotices(
        { db, clock, wake: () => {} },
        {
          kind: 'account.reset',
          person: person.id,
          to: found.email,
          title: 'Choose a new password',
          paragraphs: [
            `Someone asked to reset the password for your account at ${site.name}.`,
            'The link works once, until {until}.',
            'If it wasn’t you, you don’t need to do anything. Your password stays the same.',
          ],
          times: { until: expires_at.toISOString() },
          action: { label: 'Choose a new password', path: '/password/reset/{token}' },
          derive: { purpose: PURPOSE, id },
          useful_until: expires_at,
        },
      )
    },
    { access: 'write' },
  )
  parts.wake('deliveries.send')
}

/** `invited`: the invited person; null for a requested link. */
type Reset = { account_id: number; email: string; invited: number | null }

const tokenInvalid = () => invalid({ token: [TOKEN_INVALID] })

const findReset = ({ authPool, clock }: AccountParts, site: Site, token: string) =>
  inTransaction<DB, Reset | undefined>(authPool, 'read', {}, (db) =>
    db
      .selectFrom('password_resets as r')
      .innerJoin('accounts as a', 'a.id', 'r.account_id')
      .select(['r.account_id', 'a.email', 'r.person as invited'])
      .where('r.token_hash', '=', hashSecret(token))
      .where('r.site_id', '=', site.id)
      .whereRef('r.auth_epoch', '=', 'a.auth_epoch')
      .where('r.used_at', 'is', null)
      .where('r.expires_at', '>', clock.now())
      .executeTakeFirst(),
  )

const personOfAccount = ({ withSite }: AccountParts, site: Site, account: number) =>
  withSite(site.id, (db) =>
    db
      .selectFrom('people')
      .select(['id', 'role', 'is_active', 'name'])
      .where('account_id', '=', account)
      .where('erased_at', 'is', null)
      .executeTakeFirst(),
  )

const recordOpened = ({ authPool, clock }: AccountParts, token: string) =>
  inTransaction<DB, unknown>(authPool, 'write', {}, (db) =>
    db
      .updateTable('password_resets')
      .set({ opened_at: clock.now() })
      .where('token_hash', '=', hashSecret(token))
      .where('opened_at', 'is', null)
      .execute(),
  )

/** Also notes that an invitation was opened. @throws DomainError 'invalid' under `token`; 'throttled'. */
export async function checkResetToken(
  parts: AccountParts,
  site: Site,
  token: string,
  device: Device,
): Promise<{ email: string }> {
  await parts.limits.take('reset_token', { site: site.id, ip: device.ip })
  const reset = await findReset(parts, site, token)
  if (!reset) throw tokenInvalid()
  if (reset.invited !== null) await recordOpened(parts, token)
  return { email: reset.email }
}

/**
 * Sets a password by a reset or invitation link and signs the person in; only one of several concurrent links wins.
 * Confirms the address: removes what a stranger may have set up, and prefers an account that the owner already has.
 * Ends all sessions of the account and notifies its owner, unless an invitation set the first password.
 * @throws DomainError 'invalid': `token`, `password`, or without a field for a pending or disabled person, whose
 * password stays.
 */
export async function resetPassword(
  parts: AccountParts,
  site: Site,
  { token, password }: { token: string; password: string },
  device: Device,
): Promise<SiteSession> {
  const { authPool, withSite, clock } = parts
  await parts.limits.take('reset_token', { site: site.id, ip: device.ip })
  const reset = await findReset(parts, site, token)
  const person = reset && (await personOfAccount(parts, site, reset.account_id))
  if (!reset || !person || (reset.invited !== null && reset.invited !== person.id)) throw tokenInvalid()
  const isInvitation = reset.invited !== null
  if (person.role === 'new') throw refuseSignIn(PENDING_APPROVAL, 'pending')
  if (!person.is_active) throw refuseSignIn(ACCOUNT_DISABLED, 'disabled')
  const problem = passwordProblem(password, { site: site.name, email: reset.email, name: person.name })
  if (problem) throw invalid({ password: [problem] })
  const password_hash = await parts.passwords.hash(password)
  const now = clock.now()
  type Proved = VerifiedAccount & { hadPassword: boolean }
  const proved = await inTransaction<DB, Proved | null>(authPool, 'write', {}, async (db) => {
    await sql`select identity.lock_address(${reset.email})`.execute(db)
    await sql`select from identity.lock_account(${reset.account_id})`.execute(db)
    const used = await db
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', hashSecret(token))
      .where('site_id', '=', site.id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('account_id')
      .executeTakeFirst()
    if (!used) return null
    const { rows } = await sql<{ owner: number | null }>`
      select identity.prove_address(${used.account_id}, ${isInvitation ? 'invitation' : 'reset'}, 0, 0, ${now}) as owner`.execute(
      db,
    )
    const account = rows[0]?.owner ?? null
    if (account === null) return null
    await endAccountSessions(db, account, now)
    const before = await db.selectFrom('accounts').select('password_hash').where('id', '=', account).executeTakeFirst()
    const { auth_epoch: epoch } = await db
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', account)
      .returning('auth_epoch')
      .executeTakeFirstOrThrow()
    return { account, epoch, hadPassword: before?.password_hash != null }
  })
  if (!proved) throw tokenInvalid()
  await withSite(
    site.id,
    async (db) => {
      await audit(
        { db, actor: { kind: 'system', name: 'reset' }, clock },
        { action: isInvitation ? 'people.join' : 'password.reset', subject: 'people', subject_id: person.id },
      )
      if (!isInvitation || proved.hadPassword)
        await queueNotices({ db, clock, wake: () => {} }, passwordChangedNotice(site, person.id, now))
    },
    { access: 'write' },
  )
  parts.wake('deliveries.send')
  return openSiteSession(parts, site, proved, device, 'reset')
}

export const passwordChangedNotice = (site: Site, person: number, now: Date) => ({
  kind: 'account.password_changed' as const,
  person,
  title: 'Your password was changed',
  paragraphs: [
    `The password for your account at ${site.name} was changed on {at}. All other devices were signed out.`,
    'If it wasn’t you, choose a new password straight away and tell the club.',
  ],
  times: { at: now.toISOString() },
  action: { label: 'Choose a new password', path: '/password/reset/' },
})
