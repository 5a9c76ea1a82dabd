import { type AuditEntry, audit } from '#server/access/audit.ts'
import type { Ctx } from '#server/context.ts'
import { type AccountNotice, queueNotices, withdrawNotices } from '#server/deliveries/account-notices.ts'

const WELCOME: AccountNotice['kind'] = 'account.approved'

type Access = { id: number; role: string; is_active: boolean }

const accessOf = async (ctx: Ctx, ids: readonly number[]): Promise<Map<number, Access>> => {
  if (!ids.length) return new Map()
  const rows = await ctx.db
    .selectFrom('people')
    .select(['id', 'role', 'is_active'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * What follows when people's access changes: the approved are welcomed, unless that is taken back before the welcome left; the
 * disabled lose their sessions for good; and each step stands in the audit log.
 */
export async function watchAccess(ctx: Ctx, ids: readonly number[]) {
  const before = await accessOf(ctx, ids)
  return async () => {
    if (!before.size) return
    const after = await accessOf(ctx, [...before.keys()])
    const changes = [...after.values()].map((is) => ({ id: is.id, was: before.get(is.id)!, is }))
    const approved = changes.filter(({ was, is }) => was.role === 'new' && is.role !== 'new' && is.is_active)
    const disabled = changes.filter(({ was, is }) => was.is_active && !is.is_active)
    const enabled = changes.filter(({ was, is }) => was.role !== 'new' && !was.is_active && is.is_active)
    const refused = changes.filter(({ was, is }) => was.role !== 'new' && (is.role === 'new' || !is.is_active))
    const moved = changes.filter(({ was, is }) => was.role !== 'new' && was.role !== is.role)
    if (disabled.length)
      await ctx.db
        .updateTable('sessions')
        .set({ revoked_at: ctx.clock.now() })
        .where(
          'person',
          'in',
          disabled.map(({ id }) => id),
        )
        .where('revoked_at', 'is', null)
        .execute()
    const entry =
      (action: string, details?: Record<string, unknown>) =>
      ({ id }: { id: number }): AuditEntry => ({
        action,
        subject: 'people',
        subject_id: id,
        details,
      })
    await audit(
      ctx,
      ...approved.map(entry('people.approve')),
      ...disabled.map(entry('people.disable')),
      ...enabled.map(entry('people.enable')),
      ...moved.map((change) => entry('people.access_role', { from: change.was.role, to: change.is.role })(change)),
    )
    if (refused.length)
      await withdrawNotices(
        ctx,
        WELCOME,
        refused.map(({ id }) => id),
      )
    await queueNotices(
      ctx,
      ...approved.map(({ id }) => ({
        kind: WELCOME,
        person: id,
        title: `Welcome to ${ctx.site.name}`,
        paragraphs: ['The club has approved your registration. You can log in now and sign up to shifts.'],
        action: { label: 'Log in', path: '/dashboard' },
      })),
    )
  }
}
