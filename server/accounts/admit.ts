import { sql } from 'kysely'
import { audit } from '#server/access/audit.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { DomainError } from '#server/kernel/errors.ts'
import type { Site } from '#server/tenancy/site.ts'
import type { SiteDb } from '#server/tenancy/with-site.ts'
import type { FactorKind } from './factors/contract.ts'
import { issueTicket } from './factors/ticket.ts'
import { DISABLED, PENDING, WRONG } from './messages.ts'
import { type Device, type OpenedSession, openSession } from './sessions.ts'

export type Admitted = OpenedSession & { person: number }

/** How somebody proved to own the account. */
export type Proof = 'password' | 'reset' | 'social' | 'totp' | 'recovery' | 'passkey'

/** Proofs that hold a second factor already; after the others an account that has one is asked for it. */
const STRONG: readonly Proof[] = ['totp', 'recovery', 'passkey']

export const refused = (message: string) => new DomainError('invalid', message, { issues: {} })

/**
 * The one door: whoever proved to own `account` gets a session of this site, unless the person is pending or disabled.
 * Every way in comes through here, so that none of them gets past what it asks for. An account that somebody made by
 * registering, whose address never answered a mail, opens only where they registered: not a person whom an admin added.
 * An account with a second factor gets a ticket for that step instead (`factor_required` and `ticket` in the body of the
 * refusal).
 * @throws DomainError 'invalid' without a field. Never a 401.
 */
export async function admit(
  { db, site, clock, secret }: { db: SiteDb; site: Site; clock: Clock; secret: string },
  account: number,
  device: Device,
  proof: Proof,
): Promise<Admitted> {
  const person = await db
    .selectFrom('people')
    .select(['id', 'account_id', 'role', 'is_active', 'registered_at'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (!person || (person.registered_at === null && (await isUnverified(db, account)))) throw refused(WRONG)
  if (person.role === 'new') throw refused(PENDING)
  if (!person.is_active) throw refused(DISABLED)
  const now = clock.now()
  if (!STRONG.includes(proof)) await stopAtFactor(db, secret, { account, site: site.id, now })
  const session = await openSession(db, site, person, device, now)
  // A club's own provider is not proof of the person towards the account that other clubs share.
  if (proof === 'social')
    await db.updateTable('sessions').set({ signed_in_at: null }).where('id', '=', session.id).execute()
  await db.updateTable('people').set({ last_login: now }).where('id', '=', person.id).execute()
  await audit(
    { db, actor: { kind: 'person', person, impersonator: null }, clock },
    { action: 'session.open', subject: 'people', subject_id: person.id, details: { proof } },
  )
  return { ...session, person: person.id }
}

async function isUnverified(db: SiteDb, account: number): Promise<boolean> {
  const { rows } = await sql<{ unverified: boolean }>`select identity.is_unverified(${account}) as unverified`.execute(
    db,
  )
  return rows[0]?.unverified ?? true
}

async function stopAtFactor(db: SiteDb, secret: string, of: { account: number; site: Site['id']; now: Date }) {
  const { rows } = await sql<{ facts: { epoch: number; factors: FactorKind[] } }>`
    select identity.sign_in_facts(${of.account}) as facts`.execute(db)
  const { epoch = 0, factors = [] } = rows[0]?.facts ?? {}
  if (!factors.length) return
  throw new DomainError('invalid', 'Please confirm with your second step.', {
    issues: {},
    body: { factor_required: factors, ticket: issueTicket(secret, { ...of, epoch }) },
  })
}
