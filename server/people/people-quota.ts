import type { Ctx } from '#server/engine/access/context.ts'
import type { Row } from '#server/engine/collections/define.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { quotaProblem } from '#server/quotas/queries.ts'
import { limitsOf } from '#server/quotas/rules.ts'
import { lockAdmins } from './last-admin.ts'

/** Whether a person counts for the quota of active people. */
export const isCounted = ({ role, is_active }: Row): boolean => is_active === true && role !== 'new'

/**
 * Says why so many more active people do not fit into the site's quota; null where they do. Where there is a quota,
 * additions then wait for each other until the transaction ends, by the lock that changes of access take: call it before
 * people are locked.
 */
export async function peopleQuotaProblem(ctx: Ctx, more: number): Promise<string | null> {
  if (more <= 0 || limitsOf(ctx.site, ctx.quotas).people === null) return null
  await lockAdmins(ctx.db, ctx.site.id)
  return quotaProblem(ctx, 'people', more)
}

/**
 * Refuses a stored change of access that goes beyond the quota together with what the transaction stored before, such as
 * the new people of a file.
 * @throws DomainError 'invalid'.
 */
export async function requirePeopleQuota(ctx: Ctx, more: number): Promise<void> {
  const problem = await quotaProblem(ctx, 'people', more, more)
  if (problem) throw invalid({ non_field_errors: [problem] })
}
