import type { Kysely } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { ActName } from './contract.ts'

/** Who did it from where. */
export type By = { account: number; ip: string | null }

export type Act = By & { at: Date; action: ActName; site?: number }

/** Adds a line to the operators' log, in the transaction of what it tells. No role of the product can change one. */
export async function recordAct(db: Kysely<DB>, { account, ...act }: Act): Promise<void> {
  await db
    .insertInto('operator_acts')
    .values({ ...act, account_id: account })
    .execute()
}
