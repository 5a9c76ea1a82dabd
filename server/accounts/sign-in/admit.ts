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

/** How a person proved to own the account. */
export type Proof = 'password' | 'reset' | 'social' | 'totp' | 'recovery' | 'passkey'

/** Proofs that already include a second factor; after any other, an account with a second factor is asked for it. */
const STRONG: readonly Proof[] = ['totp', 'recovery', 'passkey']

/** Builds the refusal of a sign-in: a message without a field, and its reason for the audit log. */
export const refuseSignIn = (message: string, refusal: SignInRefusal) =>
  new DomainError('invalid', message, { issues: {}, refusal })

/**
 * Opens a session of this site for a person who proved to own an account, unless they are pending or disabled. Every sign-in
 * passes here. With an unconfirmed address an account opens only the person who registered it, and nobody at a site that
 * hides which accounts exist; a club's own provider vouches for its own people. An account with a second factor gets a ticket
 * for that step instead (`factor_required` and `ticket` in the body of the refusal). A proof from before the account's
 * sessions were last ended opens nothing.
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
  // A club's own provider proves nothing about the account, which other clubs share.
  if (proof === 'social')
    await db.updateTable('sessions').set({ signed_in_at: null }).where('id', '=', session.id).execute()
  await db.updateTable('people').set({ last_login: now }).where('id', '=', person.id).execute()
  await audit(
    { db, actor: { kind: 'person', person, impersonator: null }, clock },
    { action: 'session.open', subject: 'people', subject_id: person.id, details: { proof } },
  )
  return { ...session, person: person.id }
}

/** Locks the account until this transaction ends, so that ending its sessions now also ends the new one. */
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
