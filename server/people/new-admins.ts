import { type AccountNotice, queueNotices } from '#server/deliveries/account-notices.ts'
import { labelOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'

/** More admins than any club has: prevents a flood after a large import. */
const MAX_NOTIFIED = 50

/**
 * Notifies the other admins of new admins, in one mail each. Sent immediately, even if the step can be undone: someone
 * who took over an account could undo the notice with it.
 */
export async function notifyOfNewAdmins(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const [first] = ids
  if (first === undefined) return
  const admins = await ctx.db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('erased_at', 'is', null)
    .where('email', '<>', '')
    .where('id', 'not in', [...ids])
    .orderBy('id')
    .limit(MAX_NOTIFIED)
    .execute()
  const single = ids.length === 1
  const notice: Omit<AccountNotice, 'person'> = {
    kind: 'account.admin_added',
    ...(single && { about: first }),
    title: single ? '{name} is now an admin' : `${ids.length} people are now admins`,
    paragraphs: [
      single
        ? `{name} ({email}) was made an admin of ${withoutBraces(ctx.site.name)} on {at} by ${actingName(ctx)}.`
        : `${ids.length} people were made admins of ${withoutBraces(ctx.site.name)} on {at} by ${actingName(ctx)}.`,
      'Admins can see and change everything here. If that’s wrong, take the access away again and check who else can sign in as an admin.',
    ],
    times: { at: ctx.clock.now().toISOString() },
    action: single
      ? { label: 'Open their page', path: `/people/${first}/info` }
      : { label: 'See the admins', path: '/people/list?role=admin' },
  }
  await queueNotices(
    { ...ctx, notices: { ...ctx.notices, wait_ms: 0 } },
    ...admins.map(({ id }) => ({ ...notice, person: id })),
  )
}

/** Removes braces, since texts replace names in braces. */
const withoutBraces = (name: string) => name.replaceAll(/[{}]/g, '')

function actingName({ actor }: Ctx): string {
  if (actor.kind === 'person') return withoutBraces(actor.person.name || actor.person.email)
  return actor.kind === 'system' ? 'Watchbill itself' : labelOf(actor)
}
