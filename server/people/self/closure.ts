import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { requireRecentSignIn } from '#server/accounts/sign-in/recent-sign-in.ts'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { adminProblem, LAST_ADMIN, lockAdmins } from '../last-admin.ts'
import { isAdmin } from '../rules.ts'
import { CLOSURE_DAYS } from './contract.ts'

const ONLY_ADMIN = 'You are the only admin of this club. Make someone else an admin first.'

/** Returns the ISO instant at which the person's account here ends, or null. */
export async function plannedClosure(db: SiteDb, person: number): Promise<string | null> {
  const row = await db.selectFrom('closures').select('due_at').where('person', '=', person).executeTakeFirst()
  return row?.due_at.toISOString() ?? null
}

/**
 * Schedules the end of the acting person's account at this site in a month; it can be cancelled until then. Repeating
 * it keeps the first date. Other sites are not affected.
 * @returns the ISO instant.
 * @throws DomainError 'forbidden' with `reauth_required`, 'conflict' for a site's only admin.
 */
export async function scheduleOwnClosure(ctx: Ctx): Promise<{ due_at: string }> {
  const person = requirePerson(ctx.actor)
  await requireRecentSignIn(ctx)
  await lockAdmins(ctx.db, ctx.site.id)
  const me = await ctx.db.selectFrom('people').select(['role', 'is_active']).where('id', '=', person).executeTakeFirst()
  if (me && isAdmin(me)) {
    const problem = await adminProblem(ctx.db, ctx.site.id, { losing: [person] })
    if (problem) throw new DomainError('conflict', problem === LAST_ADMIN ? ONLY_ADMIN : problem)
  }
  const now = ctx.clock.now()
  const due_at = new Date(now.getTime() + CLOSURE_DAYS * 86_400_000)
  const planned = await ctx.db
    .insertInto('closures')
    .values({ person, requested_at: now, due_at })
    .onConflict((on) => on.columns(['site_id', 'person']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!planned) return { due_at: (await plannedClosure(ctx.db, person)) ?? due_at.toISOString() }
  await audit(ctx, { action: 'account.close', subject: 'people', subject_id: person })
  await queueNotices(ctx, {
    kind: 'account.closing',
    person,
    title: `Your account will be deleted in ${CLOSURE_DAYS} days`,
    paragraphs: [
      `You asked us to delete your account at ${ctx.site.name}. It will be deleted on {until}.`,
      'Until then nothing changes. To keep it, sign in and press “Keep my account”.',
      'If this wasn’t you, keep your account and change your password.',
    ],
    times: { until: due_at.toISOString() },
    action: { label: 'Keep my account', path: '/dashboard' },
  })
  return { due_at: due_at.toISOString() }
}

export async function cancelOwnClosure(ctx: Ctx): Promise<void> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const cancelled = await ctx.db.deleteFrom('closures').where('person', '=', person).returning('id').executeTakeFirst()
  if (!cancelled) return
  await audit(ctx, { action: 'account.keep', subject: 'people', subject_id: person })
  await queueNotices(ctx, {
    kind: 'account.kept',
    person,
    title: 'Your account will be kept',
    paragraphs: [`Your account at ${ctx.site.name} will not be deleted.`],
  })
}
