import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import { EMAIL_PATTERN } from '#server/accounts/contract.ts'
import type { Passwords } from '#server/accounts/password.ts'
import type { Pool } from '#server/kernel/db/pool.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { DB } from '#server/schema.gen.ts'

type Parts = { pool: Pool; passwords: Passwords }

export const operatorEmail = z.string().trim().toLowerCase().regex(EMAIL_PATTERN, 'Invalid email.')

export type OperatorRow = { account_id: number; email: string; created_at: Date }

/** Who may use the operators' console, by email. */
export const listOperators = ({ pool }: Pick<Parts, 'pool'>): Promise<OperatorRow[]> =>
  inTransaction<DB, OperatorRow[]>(pool, 'read', {}, (db) =>
    db
      .selectFrom('operators as o')
      .innerJoin('accounts as a', 'a.id', 'o.account_id')
      .select(['o.account_id', 'a.email', 'o.created_at'])
      .orderBy('a.email')
      .execute(),
  )

/**
 * Makes the account of `email` an operator; repeating it changes nothing.
 * @returns the password that was drawn for an account without one, to be told once; null when it has its own.
 */
export async function createOperator(
  { pool, passwords }: Parts,
  email: string,
): Promise<{ account_id: number; email: string; password: string | null }> {
  const password = randomBytes(18).toString('base64url')
  const hash = await passwords.hash(password)
  return inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    const { id, fresh } = await grantOperator(db, email, hash)
    return { account_id: id, email, password: fresh ? password : null }
  })
}

/** Adds the operator's row; `hash` becomes the password only of an account that has none. */
export async function grantOperator(
  db: Kysely<DB>,
  email: string,
  hash: string,
): Promise<{ id: number; fresh: boolean }> {
  const { rows } = await sql<{ id: number; fresh: boolean }>`
    insert into identity.accounts as a (email, password_hash) values (${email}, ${hash})
    on conflict on constraint accounts_email_key do update set password_hash = coalesce(a.password_hash, excluded.password_hash)
    returning id, password_hash = ${hash} as fresh`.execute(db)
  const account = rows[0]!
  await sql`insert into platform.operators (account_id) values (${account.id}) on conflict do nothing`.execute(db)
  return account
}

/** Takes the right away; the account and its password stay. @throws DomainError 'not_found' when it has none. */
export const removeOperator = ({ pool }: Pick<Parts, 'pool'>, email: string): Promise<{ email: string }> =>
  inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    const { rows } = await sql<{ email: string }>`
      delete from platform.operators o using identity.accounts a where a.id = o.account_id and a.email = ${email} returning a.email`.execute(
      db,
    )
    if (!rows[0]) throw notFound(`No operator has the email ${email}.`)
    return rows[0]
  })
