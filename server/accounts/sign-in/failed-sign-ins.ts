import { NOBODY } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'

export type RefusalParts = { withSite: WithSite; clock: Clock; limits: Limits }

export type SignInAttempt = {
  /** The means of the attempt. */
  by: 'password' | 'code' | 'passkey' | 'social'
  /** Finds the account of the attempt, if it is known; only called for a refusal. */
  account: () => Promise<number | null>
}

/**
 * Does `work`, a step of signing in, and writes a refusal into the site's audit log. The line names a person of this site or
 * nobody: it is the same for an account of another site and for an unknown one. Too many attempts are logged once in ten
 * minutes, so that a flood of guesses does not flood the log.
 * @throws whatever `work` throws.
 */
export async function auditFailedSignIns<T>(
  parts: RefusalParts,
  site: Site,
  { by, account }: SignInAttempt,
  work: () => Promise<T>,
): Promise<T> {
  return onFailedSignIn(parts.limits, site, account, work, (reason, accountId) =>
    auditRefusal(parts, site, { by, reason }, accountId),
  )
}

/**
 * Does `work` and passes the reason of a refusal and its account to `record`; too many attempts are recorded once in ten
 * minutes.
 * @throws whatever `work` throws.
 */
export async function onFailedSignIn<T>(
  limits: Limits,
  site: Pick<Site, 'id'>,
  account: SignInAttempt['account'],
  work: () => Promise<T>,
  record: (reason: string, account: number | null) => Promise<void>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) {
      const accountId = await account()
      if (reason !== 'throttled' || (await mayAuditThrottling(limits, site, accountId))) await record(reason, accountId)
    }
    throw error
  }
}

/** Returns why an attempt was refused; null for an error that is no refusal. */
function reasonOf(error: unknown) {
  if (!(error instanceof DomainError)) return null
  if (error.code === 'throttled') return 'throttled'
  // Asking for the second step is no refusal, and a step that comes too late is no attempt.
  if (error.code !== 'invalid' || error.extras.body?.ticket || error.extras.issues?.ticket) return null
  return error.extras.refusal ?? 'wrong'
}

async function auditRefusal(
  { withSite, clock }: RefusalParts,
  site: Site,
  details: { by: SignInAttempt['by']; reason: string },
  account: number | null,
): Promise<void> {
  await withSite(
    site.id,
    async (db) => {
      const person = await db
        .selectFrom('people')
        .select('id')
        .where('account_id', '=', account ?? 0)
        .executeTakeFirst()
      await audit(
        { db, actor: NOBODY, clock },
        { action: 'session.refused', subject: 'people', subject_id: person?.id ?? null, details },
      )
    },
    { access: 'write' },
  )
}

/** Whether another line about too many attempts may be written. */
const mayAuditThrottling = (limits: Limits, site: Pick<Site, 'id'>, account: number | null) =>
  limits.take('refusal_line', { site: site.id, account: account ?? 0 }).then(
    () => true,
    () => false,
  )
