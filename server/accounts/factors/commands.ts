import { type Kysely, sql } from 'kysely'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { seal, unseal } from '#server/engine/kernel/seal.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import { hashTicket, redeemTicket } from '../sign-in/ticket.ts'
import { type FactorParts, inIdentity } from './parts.ts'
import { generateRecoveryCodes, hashRecoveryCode, recoveryCodeHashes } from './recovery.ts'
import { generateTotpSecret, totpStep } from './totp.ts'

const TOTP = 'totp'
export const WRONG_CODE = 'The code is incorrect.'

/**
 * Creates a secret for an authenticator app; takes effect with the first code.
 * @throws DomainError 'conflict' when an app is already set up.
 */
export const startTotpSetup = (parts: FactorParts, account: number): Promise<string> =>
  inIdentity(parts, 'write', async (db) => {
    const secret = generateTotpSecret()
    const sealed = seal(parts.secret, TOTP, secret)
    const started = await db
      .insertInto('totp')
      .values({ account_id: account, secret: sealed, created_at: parts.clock.now() })
      .onConflict((on) =>
        on
          .column('account_id')
          .doUpdateSet({ secret: sealed, created_at: parts.clock.now(), last_step: null })
          .where('totp.confirmed_at', 'is', null),
      )
      .returning('account_id')
      .executeTakeFirst()
    if (!started) throw new DomainError('conflict', 'An authenticator app is already set up.')
    return secret
  })

/**
 * @returns recovery codes for the account's first factor, else null.
 * @throws DomainError 'invalid' under `code`.
 */
export const confirmTotp = (parts: FactorParts, account: number, code: string): Promise<string[] | null> =>
  inIdentity(parts, 'write', async (db) => {
    if (!(await redeemTotp(parts, db, account, code, 'pending'))) throw invalid({ code: [WRONG_CODE] })
    await db.updateTable('totp').set({ confirmed_at: parts.clock.now() }).where('account_id', '=', account).execute()
    return issueFirstRecoveryCodes(parts, db, account)
  })

export const removeTotp = (parts: FactorParts, account: number): Promise<void> =>
  inIdentity(parts, 'write', async (db) => {
    await lockFactors(db, account)
    const removed = await db
      .deleteFrom('totp')
      .where('account_id', '=', account)
      .returning('confirmed_at')
      .executeTakeFirst()
    if (!removed?.confirmed_at) throw notFound()
    await cleanUpAfterRemoval(db, account)
  })

export const renewRecoveryCodes = (parts: FactorParts, account: number): Promise<string[]> =>
  inIdentity(parts, 'write', async (db) => {
    if (!(await hasFactors(db, account))) throw new DomainError('conflict', 'Set up a second step first.')
    await db.deleteFrom('recovery_codes').where('account_id', '=', account).execute()
    return createRecoveryCodes(parts, db, account)
  })

/**
 * Uses up a code (app or recovery) and the ticket of the first step, one statement each, so that of two concurrent
 * requests only one passes.
 * @returns the kind of code; null when it is wrong or used.
 * @throws DomainError 'invalid' under `ticket` for a used one.
 */
export async function redeemCode(
  parts: FactorParts,
  db: Kysely<DB>,
  { account, site, ticket }: { account: number; site: SiteId; ticket: string },
  code: string,
): Promise<'totp' | 'recovery' | null> {
  const kind = await matchCode(parts, db, account, code)
  if (kind) await redeemTicket(db, hashTicket(ticket), { account, site, now: parts.clock.now() })
  return kind
}

async function matchCode(
  parts: FactorParts,
  db: Kysely<DB>,
  account: number,
  code: string,
): Promise<'totp' | 'recovery' | null> {
  const digits = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return (await redeemTotp(parts, db, account, digits, 'confirmed')) ? 'totp' : null
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: parts.clock.now() })
    .where('account_id', '=', account)
    .where('code_hash', 'in', recoveryCodeHashes(parts.secret, account, code))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return used ? 'recovery' : null
}

async function redeemTotp(
  parts: FactorParts,
  db: Kysely<DB>,
  account: number,
  code: string,
  state: 'pending' | 'confirmed',
): Promise<boolean> {
  const row = await db
    .selectFrom('totp')
    .select(['secret', 'last_step'])
    .where('account_id', '=', account)
    .where('confirmed_at', state === 'pending' ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  const secret = row && unseal(parts.secret, TOTP, row.secret)
  const step = secret ? totpStep(secret, code.replaceAll(/\s/g, ''), parts.clock.epochMs(), row.last_step) : null
  if (!secret || step === null) return false
  // Encrypts with the newest secret, so that a predecessor can be removed.
  const sealed = seal(parts.secret, TOTP, secret)
  await db.updateTable('totp').set({ last_step: step, secret: sealed }).where('account_id', '=', account).execute()
  return true
}

/** Returns recovery codes if this is the account's first factor. */
export async function issueFirstRecoveryCodes(
  parts: FactorParts,
  db: Kysely<DB>,
  account: number,
): Promise<string[] | null> {
  const existing = await db
    .selectFrom('recovery_codes')
    .select('account_id')
    .where('account_id', '=', account)
    .executeTakeFirst()
  return existing ? null : createRecoveryCodes(parts, db, account)
}

async function createRecoveryCodes(parts: FactorParts, db: Kysely<DB>, account: number): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: account, code_hash: hashRecoveryCode(parts.secret, account, code) })))
    .execute()
  return codes
}

async function hasFactors(db: Kysely<DB>, account: number): Promise<boolean> {
  const { rows } = await sql<{ factors: string[] }>`
    select identity.sign_in_facts(${account}) -> 'factors' as factors`.execute(db)
  return (rows[0]?.factors ?? []).length > 0
}

/**
 * Blocks the removal of other factors until the transaction ends. A separate statement, so that a later count sees what
 * was committed meanwhile.
 */
export async function lockFactors(db: Kysely<DB>, account: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', account).forNoKeyUpdate().execute()
}

/** Deletes recovery codes without a factor. Refuses to remove an operator's last factor. */
export async function cleanUpAfterRemoval(db: Kysely<DB>, account: number): Promise<void> {
  if (await hasFactors(db, account)) return
  const operator = await db
    .selectFrom('operators')
    .select('account_id')
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (operator) throw new DomainError('conflict', 'Operators need a second step. Set up another one first.')
  await db.deleteFrom('recovery_codes').where('account_id', '=', account).execute()
}
