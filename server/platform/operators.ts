import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { emailField } from '#server/accounts/contract.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { recordAct } from '#server/operators/acts.ts'
import { queueOperatorMail } from '#server/operators/mails.ts'

type Parts = { pool: Pool }

export const operatorEmail = emailField

export type OperatorRow = { account_id: number; email: string; created_at: Date }

export const listOperators = ({ pool }: Parts): Promise<OperatorRow[]> =>
  inTransaction<DB, OperatorRow[]>(pool, 'read', {}, (db) =>
    db
      .selectFrom('operators as o')
      .innerJoin('accounts as a', 'a.id', 'o.account_id')
      .select(['o.account_id', 'a.email', 'o.created_at'])
      .orderBy('a.email')
      .execute(),
  )

const INVITATION_HOURS = 24

/** `invited` is false for an existing operator: nothing was sent. `expires_at` is ISO, UTC. */
export type InvitationResult = { email: string; invited: boolean; expires_at: string | null }

/**
 * Invites an operator by mail. The link works once, for a day, and replaces an earlier one. Until it is used, existing
 * accounts and passwords of the address do not count.
 */
export const inviteOperator = ({ pool, now }: { pool: Pool; now: Date }, email: string): Promise<InvitationResult> =>
  inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    const operator = await db
      .selectFrom('operators as o')
      .innerJoin('accounts as a', 'a.id', 'o.account_id')
      .select('a.id')
      .where('a.email', '=', email)
      .executeTakeFirst()
    if (operator) return { email, invited: false, expires_at: null }
    const id = randomUUID()
    const expires_at = new Date(now.getTime() + INVITATION_HOURS * 3_600_000)
    await db
      .insertInto('operator_invitations')
      .values({ id, email, created_at: now, expires_at })
      .onConflict((on) => on.column('email').doUpdateSet({ id, created_at: now, expires_at }))
      .execute()
    await queueOperatorMail(db, { to: email, kind: 'invitation', at: now, invitation: id })
    await recordAct(db, { at: now, account: null, action: 'operator.invite', ip: null })
    return { email, invited: true, expires_at: expires_at.toISOString() }
  })

/**
 * Removes an operator's right and pending invitation; the account stays. The lock is a separate statement, so that the
 * count sees everything committed during the wait. The database takes the same lock (keep_an_operator.sql).
 * @throws DomainError 'not_found' when there is none; 'conflict' for the last one.
 */
export const removeOperator = ({ pool }: Parts, email: string): Promise<{ email: string }> =>
  inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    await sql`select pg_advisory_xact_lock(hashtext('platform.operators'))`.execute(db)
    const found = await sql<{ mine: boolean }>`
      select a.email = ${email} as mine from platform.operators o join identity.accounts a on a.id = o.account_id`.execute(
      db,
    )
    const invited = await db
      .deleteFrom('operator_invitations')
      .where('email', '=', email)
      .returning('email')
      .executeTakeFirst()
    if (found.rows.length === 1 && found.rows[0]?.mine)
      throw new DomainError('conflict', 'The platform needs an operator. Add another one first.')
    const { rows } = await sql<{ email: string }>`
      delete from platform.operators o using identity.accounts a where a.id = o.account_id and a.email = ${email} returning a.email`.execute(
      db,
    )
    if (!rows[0] && !invited) throw notFound(`No operator has the email ${email}, and none is invited by it.`)
    return { email }
  })
