import { NOBODY } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'

export type RefusalParts = { withSite: WithSite; clock: Clock; limits: Limits }

export type SignInAttempt = {
  by: 'password' | 'code' | 'passkey' | 'social'
  /** The account, if known. Called only for a refusal. */
  account: () => Promise<number | null>
}

/**
 * Runs a step of signing in and audits a refusal. The line names a person of this site or no one: it is the same for
 * another site's account and for an unknown one. Throttling is logged once in ten minutes.
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
 * Passes the reason and account of a refusal to `record`; throttling once in ten minutes.
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

/** Returns the reason of a refusal; null for other errors. */
function reasonOf(error: unknown) {
  if (!(error instanceof DomainError)) return null
  if (error.code === 'throttled') return 'throttled'
  // Requesting the second step is no refusal; an expired ticket is no attempt.
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

const mayAuditThrottling = (limits: Limits, site: Pick<Site, 'id'>, account: number | null) =>
  limits.take('refusal_line', { site: site.id, account: account ?? 0 }).then(
    () => true,
    () => false,
  )
