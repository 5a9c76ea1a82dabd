import { sql } from 'kysely'
import { confirmTotp, redeemCode, startTotpSetup, WRONG_CODE } from '#server/accounts/factors/commands.ts'
import { type FactorParts, inIdentity } from '#server/accounts/factors/parts.ts'
import {
  addPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
  verifyPasskey,
} from '#server/accounts/factors/passkeys.ts'
import type { RelyingParty } from '#server/accounts/factors/relying-party.ts'
import { findPasskeyOwner } from '#server/accounts/factors/second-step.ts'
import { findAccountId } from '#server/accounts/find-account.ts'
import { WRONG_CREDENTIALS } from '#server/accounts/messages.ts'
import type { Device } from '#server/accounts/sessions/sessions.ts'
import { refuseSignIn } from '#server/accounts/sign-in/admit.ts'
import { addDeviceMark } from '#server/accounts/sign-in/known-device.ts'
import { issueTicket, readTicket, ticketExpired } from '#server/accounts/sign-in/ticket.ts'
import { type ProofParts, verifyPassword } from '#server/accounts/sign-in/verify-password.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import { PLATFORM } from '#server/engine/tenancy/site.ts'
import { recordAct } from './acts.ts'
import { queueOperatorMail } from './mails.ts'
import { auditFailedSignIns } from './refusals.ts'
import { openOperatorSession } from './session.ts'

export type ConsoleParts = ProofParts & FactorParts

type Facts = { account: number; email: string; epoch: number; factors: string[] }

/** The ticket of the second step, and the factors that can confirm it. */
export type FirstStep = { ticket: string; factors: string[]; known_device: string }

async function operatorFacts(parts: ConsoleParts, account: number): Promise<Facts | null> {
  const { rows } = await inIdentity(parts, 'read', (db) =>
    sql<{ email: string; facts: { epoch: number; factors: string[] } }>`
      select a.email, identity.sign_in_facts(a.id) as facts from platform.operators o
      join identity.accounts a on a.id = o.account_id where o.account_id = ${account}`.execute(db),
  )
  return rows[0] ? { account, email: rows[0].email, ...rows[0].facts } : null
}

/**
 * Checks an operator's password under the shared limits of signing in; opens no session. A person who is no operator
 * gets the error of a wrong password.
 * @throws DomainError 'invalid' without a field; 'throttled'.
 */
export async function verifyOperatorPassword(
  parts: ConsoleParts,
  input: { email: string; password: string },
  device: Device,
): Promise<FirstStep> {
  const attempt = {
    by: 'password',
    account: () => findAccountId(parts, { id: PLATFORM }, input.email),
    ip: device.ip,
  } as const
  const { account, epoch, factors } = await auditFailedSignIns(parts, attempt, async () => {
    const proved = await verifyPassword(parts, { id: PLATFORM }, input, device)
    const facts = proved && (await operatorFacts(parts, proved.account))
    if (!facts || facts.epoch !== proved?.epoch) throw refuseSignIn(WRONG_CREDENTIALS, 'wrong')
    return facts
  })
  return {
    factors,
    ticket: issueTicket(parts.secret, { account, site: PLATFORM, epoch, now: parts.clock.now() }),
    known_device: addDeviceMark(parts.secret, PLATFORM, input.email, device.known),
  }
}

/** @throws DomainError 'invalid' under `ticket`. */
async function pendingOperator(parts: ConsoleParts, ticket: string): Promise<Facts> {
  const { account, epoch } = readTicket(parts.secret, ticket, PLATFORM, parts.clock.now())
  const facts = await operatorFacts(parts, account)
  if (facts?.epoch !== epoch) throw ticketExpired()
  return facts
}

/**
 * Completes the second step with a code of the app or a recovery code.
 * @returns the cookie.
 * @throws DomainError 'invalid' under `code` or `ticket`; 'throttled'.
 */
export async function confirmOperatorByCode(
  parts: ConsoleParts,
  { ticket, code }: { ticket: string; code: string },
  device: Device,
): Promise<string> {
  const facts = await pendingOperator(parts, ticket)
  const { account } = facts
  return auditFailedSignIns(parts, { by: 'code', account: async () => account, ip: device.ip }, async () => {
    const attempt = await parts.limits.take('second_factor', { site: PLATFORM, account })
    if (!(await inIdentity(parts, 'write', (db) => redeemCode(parts, db, { account, site: PLATFORM, ticket }, code)))) {
      await attempt.failed()
      throw invalid({ code: [WRONG_CODE] })
    }
    await attempt.succeeded()
    return openOperatorSession(parts, facts, device)
  })
}

export const startOperatorPasskeySignIn = async (parts: ConsoleParts, rp: RelyingParty, ticket: string) =>
  startPasskeySignIn(parts, rp, PLATFORM, { account: (await pendingOperator(parts, ticket)).account, ticket })

/** Completes the second step with a passkey; `ticket` is that of the challenge. @returns the cookie. */
export async function confirmOperatorByPasskey(
  parts: ConsoleParts,
  rp: RelyingParty,
  answer: { ticket: string; response: object },
  device: Device,
): Promise<string> {
  const attempt = { by: 'passkey', account: () => findPasskeyOwner(parts, answer.response), ip: device.ip } as const
  return auditFailedSignIns(parts, attempt, async () => {
    const proved = await verifyPasskey(parts, rp, PLATFORM, answer)
    const facts = await operatorFacts(parts, proved.account)
    if (facts?.epoch !== proved.epoch) throw refuseSignIn(WRONG_CREDENTIALS, 'wrong')
    return openOperatorSession(parts, facts, device)
  })
}

/** Refuses an operator who has a second factor: setting up another must not bypass it. */
async function operatorWithoutFactor(parts: ConsoleParts, ticket: string): Promise<Facts> {
  const facts = await pendingOperator(parts, ticket)
  if (facts.factors.length) throw new DomainError('conflict', 'You already have a second step. Please sign in again.')
  return facts
}

/** Creates a secret for an authenticator app; the app's first code activates it. */
export async function startOperatorTotpSetup(
  parts: ConsoleParts,
  ticket: string,
): Promise<{ secret: string; email: string }> {
  const { account, email } = await operatorWithoutFactor(parts, ticket)
  return { secret: await startTotpSetup(parts, account), email }
}

type SetUpResult = { cookie: string; recovery_codes: string[] | null }

/**
 * Activates an app with its first code and signs in.
 * @throws DomainError 'invalid' under `code` or `ticket`; 'throttled'.
 */
export async function finishOperatorTotpSetup(
  parts: ConsoleParts,
  { ticket, code }: { ticket: string; code: string },
  device: Device,
): Promise<SetUpResult> {
  const { account } = await operatorWithoutFactor(parts, ticket)
  const recovery_codes = await auditFailedSignIns(
    parts,
    { by: 'code', account: async () => account, ip: device.ip },
    async () => {
      const attempt = await parts.limits.take('second_factor', { site: PLATFORM, account })
      const codes = await confirmTotp(parts, account, code)
      await attempt.succeeded()
      return codes
    },
  )
  return { recovery_codes, cookie: await openProtectedSession(parts, account, device) }
}

export async function startOperatorPasskeyRegistration(parts: ConsoleParts, rp: RelyingParty, ticket: string) {
  const { account, email } = await operatorWithoutFactor(parts, ticket)
  return startPasskeyRegistration(parts, rp, PLATFORM, account, { name: email, email })
}

/**
 * Stores the operator's first passkey and signs in. `first` is the ticket of the password, `ticket` that of the
 * challenge.
 */
export async function addOperatorPasskey(
  parts: ConsoleParts,
  rp: RelyingParty,
  { first, ...answer }: { first: string; ticket: string; response: object; name: string },
  device: Device,
): Promise<SetUpResult> {
  const { account } = await operatorWithoutFactor(parts, first)
  const recovery_codes = await addPasskey(parts, rp, PLATFORM, account, answer)
  return { recovery_codes, cookie: await openProtectedSession(parts, account, device) }
}

/**
 * Ends all earlier sessions and first steps, at the sites too, since the account has a new factor; notifies its owner.
 */
async function openProtectedSession(parts: ConsoleParts, account: number, device: Device): Promise<string> {
  const at = parts.clock.now()
  const before = await operatorFacts(parts, account)
  if (!before) throw refuseSignIn(WRONG_CREDENTIALS, 'wrong')
  await inIdentity(parts, 'write', async (db) => {
    await sql`select identity.end_sessions(${account}, 0, 0, ${at})`.execute(db)
    await recordAct(db, { at, account, action: 'operator.factor', ip: device.ip })
    await queueOperatorMail(db, { to: before.email, kind: 'factor', at })
  })
  const facts = await operatorFacts(parts, account)
  if (!facts) throw refuseSignIn(WRONG_CREDENTIALS, 'wrong')
  return openOperatorSession(parts, facts, device)
}
