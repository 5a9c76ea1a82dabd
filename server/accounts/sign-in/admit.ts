import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { DomainError, type SignInRefusal } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { FactorKind } from '../factors-contract.ts'
import { ACCOUNT_DISABLED, PENDING_APPROVAL, wrongCredentials } from '../messages.ts'
import { type Device, type OpenedSession, openSession } from '../sessions/sessions.ts'
import { issueTicket } from './ticket.ts'
import type { VerifiedAccount } from './verify-password.ts'

export type AdmittedSession = OpenedSession & { person: number }

export type Proof = 'password' | 'reset' | 'social' | 'totp' | 'recovery' | 'passkey'

const STRONG: readonly Proof[] = ['totp', 'recovery', 'passkey']

export const refuseSignIn = (message: string, refusal: SignInRefusal) =>
  new DomainError('invalid', message, { issues: {}, refusal })

/**
 * Opens a session for a person who proved to own an account, unless they are pending or disabled. Every sign-in passes
 * here. An unconfirmed account opens only the person who registered it, and none at a site that hides accounts; a
 * club's own provider vouches for its own people. An account with a second factor gets a ticket instead
 * (`factor_required` and `ticket` in the body). A proof older than the last end of the account's sessions is refused.
 * @throws DomainError 'invalid' without a field. Never a 401.
 */
export async function admit(
  { db, site, clock, secret }: { db: SiteDb; site: Site; clock: Clock; secret: string },
  { account, epoch }: VerifiedAccount,
  device: Device,
  proof: Proof,
): Promise<AdmittedSession> {
  const person = await db
    .selectFrom('people')
    .select(['id', 'account_id', 'role', 'is_active', 'registered_at'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  const state = await lockAccount(db, account)
  const byRegistration = proof === 'password' && person?.registered_at != null && !site.hide_account_existence
  const allowed = state?.epoch === epoch && (state.proved || proof === 'social' || byRegistration)
  if (!person || !allowed) throw refuseSignIn(wrongCredentials(site), 'wrong')
  if (person.role === 'new') throw refuseSignIn(PENDING_APPROVAL, 'pending')
  if (!person.is_active) throw refuseSignIn(ACCOUNT_DISABLED, 'disabled')
  const now = clock.now()
  if (!STRONG.includes(proof)) await requireSecondFactor(db, secret, { account, site: site.id, now })
  const session = await openSession(db, site, person, device, now)
  // A club's provider proves nothing about the account, which other clubs share.
  if (proof === 'social')
    await db.updateTable('sessions').set({ signed_in_at: null }).where('id', '=', session.id).execute()
  await db.updateTable('people').set({ last_login: now }).where('id', '=', person.id).execute()
  await audit(
    { db, actor: { kind: 'person', person, impersonator: null }, clock },
    { action: 'session.open', subject: 'people', subject_id: person.id, details: { proof } },
  )
  return { ...session, person: person.id }
}

/** Locks the account for this transaction, so that ending its sessions also ends the new one. */
async function lockAccount(db: SiteDb, account: number): Promise<{ epoch: number; proved: boolean } | undefined> {
  const { rows } = await sql<{ epoch: number; proved: boolean }>`
    select auth_epoch as epoch, proved from identity.lock_account(${account})`.execute(db)
  return rows[0]
}

async function requireSecondFactor(
  db: SiteDb,
  secret: string,
  target: { account: number; site: Site['id']; now: Date },
) {
  const { rows } = await sql<{ facts: { epoch: number; factors: FactorKind[] } }>`
    select identity.sign_in_facts(${target.account}) as facts`.execute(db)
  const { epoch = 0, factors = [] } = rows[0]?.facts ?? {}
  if (!factors.length) return
  throw new DomainError('invalid', 'Please confirm with your second step.', {
    issues: {},
    body: { factor_required: factors, ticket: issueTicket(secret, { ...target, epoch }) },
  })
}
