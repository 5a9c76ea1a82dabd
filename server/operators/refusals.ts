import { type FactorParts, inIdentity } from '#server/accounts/factors/parts.ts'
import { onFailedSignIn, type RefusalParts, type SignInAttempt } from '#server/accounts/sign-in/failed-sign-ins.ts'
import { PLATFORM } from '#server/engine/tenancy/site.ts'
import { recordAct } from './acts.ts'

/**
 * Runs a step of signing in to the console and logs a refusal for operators. A line never contains the typed text; too
 * many attempts are logged once in ten minutes.
 * @throws whatever `work` throws.
 */
export const auditFailedSignIns = <T>(
  parts: Pick<FactorParts, 'authPool' | 'clock'> & Pick<RefusalParts, 'limits'>,
  { by, account, ip }: SignInAttempt & { ip: string | null },
  work: () => Promise<T>,
): Promise<T> =>
  onFailedSignIn(parts.limits, { id: PLATFORM }, account, work, (reason, accountId) =>
    inIdentity(parts, 'write', async (db) => {
      const operator = await db
        .selectFrom('operators')
        .select('account_id')
        .where('account_id', '=', accountId ?? 0)
        .executeTakeFirst()
      await recordAct(db, {
        at: parts.clock.now(),
        account: operator?.account_id ?? null,
        action: 'operator.refused',
        ip,
        details: { by, reason },
      })
    }),
  )
