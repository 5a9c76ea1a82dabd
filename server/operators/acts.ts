import type { Kysely } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { ActName, Refusal } from './contract.ts'

export type ActingOperator = { account: number; ip: string | null }

export type OperatorAct = {
  at: Date
  /** The operator; null for a refused sign-in by anyone else. */
  account: number | null
  action: ActName
  ip: string | null
  site?: number
  details?: Refusal | { note: string }
}

/** Adds a line to the operators' log, in the transaction of the act. No product role can change a line. */
export async function recordAct(db: Kysely<DB>, { account, details, ...act }: OperatorAct): Promise<void> {
  await db
    .insertInto('operator_acts')
    .values({ ...act, account_id: account, details: JSON.stringify(details ?? {}) })
    .execute()
}
