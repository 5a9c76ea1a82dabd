import type { Factors } from '../factors-contract.ts'
import { type FactorParts, inIdentity } from './parts.ts'

export const listFactors = (parts: FactorParts, account: number): Promise<Factors> =>
  inIdentity(parts, 'read', async (db) => {
    const [totp, passkeys, codes, operator] = await Promise.all([
      db.selectFrom('totp').select('confirmed_at').where('account_id', '=', account).executeTakeFirst(),
      db
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at', 'last_used_at', 'rp_id as domain'])
        .where('account_id', '=', account)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('account_id', '=', account)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow(),
      db.selectFrom('operators').select('account_id').where('account_id', '=', account).executeTakeFirst(),
    ])
    return {
      totp: totp?.confirmed_at ? { since: totp.confirmed_at.toISOString() } : null,
      passkeys: passkeys.map(({ created_at, last_used_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
      recovery_codes: codes.n,
      required: operator !== undefined,
    }
  })
