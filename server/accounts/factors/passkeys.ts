import { randomBytes } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Kysely, sql } from 'kysely'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import { hashTicket, redeemTicket, ticketExpired } from '../sign-in/ticket.ts'
import type { VerifiedAccount } from '../sign-in/verify-password.ts'
import { cleanUpAfterRemoval, issueFirstRecoveryCodes, lockFactors } from './commands.ts'
import { type FactorParts, inIdentity } from './parts.ts'
import type { RelyingParty } from './relying-party.ts'

const CHALLENGE_MS = 5 * 60_000
const MAX_PASSKEYS = 20

type Purpose = 'passkey.add' | 'passkey.use'

async function storeChallenge(
  parts: FactorParts,
  db: Kysely<DB>,
  request: { purpose: Purpose; site: SiteId; account: number | null; challenge: string; first?: string },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const now = parts.clock.now()
  await db.deleteFrom('tickets').where('expires_at', '<', now).execute()
  await db
    .insertInto('tickets')
    .values({
      ticket_hash: hashSecret(ticket),
      purpose: request.purpose,
      site_id: request.site,
      account_id: request.account,
      facts: JSON.stringify({
        challenge: request.challenge,
        ...(request.first && { first: hashTicket(request.first).toString('hex') }),
      }),
      created_at: now,
      expires_at: new Date(now.getTime() + CHALLENGE_MS),
    })
    .execute()
  return ticket
}

/** Consumes a challenge. @throws DomainError 'invalid' under `ticket`. */
const redeemChallenge = (parts: FactorParts, ticket: string, purpose: Purpose, site: SiteId) =>
  inIdentity(parts, 'write', async (db) => {
    const row = await db
      .deleteFrom('tickets')
      .where('ticket_hash', '=', hashSecret(ticket))
      .where('purpose', '=', purpose)
      .where('site_id', '=', site)
      .returning(['account_id', 'facts', 'expires_at'])
      .executeTakeFirst()
    if (!row || row.expires_at <= parts.clock.now()) throw ticketExpired()
    const { challenge, first } = row.facts as { challenge: string; first?: string }
    return { account: row.account_id, challenge: String(challenge), first: first ? Buffer.from(first, 'hex') : null }
  })

const passkeysOf = (db: Kysely<DB>, account: number, rp: RelyingParty) =>
  db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('account_id', '=', account)
    .where('rp_id', '=', rp.id)
    .execute()

/** The passkey verifies its user and is discoverable without an email. */
export const startPasskeyRegistration = (
  parts: FactorParts,
  rp: RelyingParty,
  site: SiteId,
  account: number,
  person: { name: string; email: string },
) =>
  inIdentity(parts, 'write', async (db) => {
    const existing = await passkeysOf(db, account, rp)
    if (existing.length >= MAX_PASSKEYS)
      throw new DomainError('conflict', 'You have the maximum number of passkeys. Remove one first.')
    const options = await generateRegistrationOptions({
      rpName: rp.name,
      rpID: rp.id,
      userName: person.email,
      userDisplayName: person.name || person.email,
      userID: new TextEncoder().encode(`account:${account}`),
      attestationType: 'none',
      excludeCredentials: existing,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const ticket = await storeChallenge(parts, db, {
      purpose: 'passkey.add',
      site,
      account,
      challenge: options.challenge,
    })
    return { ticket, options }
  })

/**
 * @returns recovery codes for the account's first factor, else null.
 * @throws DomainError 'invalid' under `ticket` or `response`.
 */
export async function addPasskey(
  parts: FactorParts,
  rp: RelyingParty,
  site: SiteId,
  account: number,
  answer: { ticket: string; response: object; name: string },
): Promise<string[] | null> {
  const { challenge, account: owner } = await redeemChallenge(parts, answer.ticket, 'passkey.add', site)
  if (owner !== account) throw ticketExpired()
  const response = answer.response as RegistrationResponseJSON
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw passkeyRefused()
  const { credential } = verified.registrationInfo
  return inIdentity(parts, 'write', async (db) => {
    const added = await db
      .insertInto('passkeys')
      .values({
        account_id: account,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        rp_id: rp.id,
        name: answer.name || 'Passkey',
        created_at: parts.clock.now(),
      })
      .onConflict((on) => on.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new DomainError('conflict', 'This passkey is already registered.')
    return issueFirstRecoveryCodes(parts, db, account)
  })
}

/**
 * Creates sign-in options: for the account that waits for its second step, or for any passkey.
 * @param pending the account and the ticket of its first step, consumed with the challenge.
 */
export const startPasskeySignIn = (
  parts: FactorParts,
  rp: RelyingParty,
  site: SiteId,
  pending: { account: number; ticket: string } | null,
) =>
  inIdentity(parts, 'write', async (db) => {
    const existing = pending === null ? [] : await passkeysOf(db, pending.account, rp)
    const options = await generateAuthenticationOptions({
      rpID: rp.id,
      userVerification: 'required',
      ...(existing.length ? { allowCredentials: existing } : {}),
    })
    const ticket = await storeChallenge(parts, db, {
      purpose: 'passkey.use',
      site,
      account: pending?.account ?? null,
      challenge: options.challenge,
      ...(pending && { first: pending.ticket }),
    })
    return { ticket, options }
  })

/**
 * Checks the signature over the challenge of `startPasskeySignIn`.
 * @returns the passkey's account.
 * @throws DomainError 'invalid' under `ticket` or `response`, also for a passkey of another relying party.
 */
export async function verifyPasskey(
  parts: FactorParts,
  rp: RelyingParty,
  site: SiteId,
  answer: { ticket: string; response: object },
): Promise<VerifiedAccount> {
  const { challenge, account, first } = await redeemChallenge(parts, answer.ticket, 'passkey.use', site)
  const response = answer.response as AuthenticationResponseJSON
  const passkey = await inIdentity(parts, 'read', (db) =>
    db
      .selectFrom('passkeys as k')
      .innerJoin('accounts as a', 'a.id', 'k.account_id')
      .selectAll('k')
      .select('a.auth_epoch')
      .where('k.credential_id', '=', response.id)
      .where('k.rp_id', '=', rp.id)
      .where('a.proved_at', 'is not', null)
      .executeTakeFirst(),
  )
  if (!passkey || (account !== null && passkey.account_id !== account)) throw passkeyRefused()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (!verified?.verified) throw passkeyRefused()
  await inIdentity(parts, 'write', async (db) => {
    if (first) await redeemTicket(db, first, { account: passkey.account_id, site, now: parts.clock.now() })
    await db
      .updateTable('passkeys')
      .set({
        counter: sql<number>`greatest(counter, ${verified.authenticationInfo.newCounter})`,
        last_used_at: parts.clock.now(),
      })
      .where('id', '=', passkey.id)
      .execute()
  })
  return { account: passkey.account_id, epoch: passkey.auth_epoch }
}

export const removePasskey = (parts: FactorParts, account: number, id: number): Promise<void> =>
  inIdentity(parts, 'write', async (db) => {
    await lockFactors(db, account)
    const removed = await db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('account_id', '=', account)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw notFound()
    await cleanUpAfterRemoval(db, account)
  })

const passkeyRefused = () => invalid({ response: ['This passkey cannot be used here.'] })
