import { type AccountNotice, queueNotices, withdrawNotices } from '#server/deliveries/account-notices.ts'
import { type AuditEntry, audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { notifyOfNewAdmins } from './new-admins.ts'
import { isCounted, requirePeopleQuota } from './people-quota.ts'
import { isAdmin } from './rules.ts'

const WELCOME: AccountNotice['kind'] = 'account.approved'

const NO_ACCESS = { role: 'new', is_active: false }

type Access = { id: number; role: string; is_active: boolean }

const readAccess = async (ctx: Ctx, ids: readonly number[]): Promise<Map<number, Access>> => {
  if (!ids.length) return new Map()
  const rows = await ctx.db
    .selectFrom('people')
    .select(['id', 'role', 'is_active'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Follows up changes of access: notifies the other admins of new ones, welcomes approved people unless undone in time,
 * ends the sessions of disabled people, and audits each step.
 * @throws DomainError 'invalid' where more people become active than the site may have.
 */
export async function applyAccessChanges(ctx: Ctx, ids: readonly number[]) {
  const before = await readAccess(ctx, ids)
  return async (written: readonly number[]) => {
    const stored = await readAccess(ctx, [...new Set([...before.keys(), ...written])])
    await notifyOfNewAdmins(
      ctx,
      [...stored.values()].filter((is) => isAdmin(is) && !isAdmin(before.get(is.id) ?? NO_ACCESS)).map(({ id }) => id),
    )
    if (!before.size) return
    const after = new Map([...stored].filter(([id]) => before.has(id)))
    const changes = [...after.values()].map((is) => ({ id: is.id, was: before.get(is.id)!, is }))
    const counted = (people: Map<number, Access>) => [...people.values()].filter(isCounted).length
    await requirePeopleQuota(ctx, counted(after) - counted(before))
    const approved = changes.filter(({ was, is }) => was.role === 'new' && is.role !== 'new' && is.is_active)
    const disabled = changes.filter(({ was, is }) => was.is_active && !is.is_active)
    const enabled = changes.filter(({ was, is }) => was.role !== 'new' && !was.is_active && is.is_active)
    const accessLost = changes.filter(({ was, is }) => was.role !== 'new' && (is.role === 'new' || !is.is_active))
    const roleChanged = changes.filter(({ was, is }) => was.role !== 'new' && was.role !== is.role)
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
      (action: string, details: Record<string, unknown> = {}) =>
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
      ...roleChanged.map((change) =>
        entry('people.access_role', { from: change.was.role, to: change.is.role })(change),
      ),
    )
    if (accessLost.length)
      await withdrawNotices(
        ctx,
        WELCOME,
        accessLost.map(({ id }) => id),
      )
    await queueNotices(
      ctx,
      ...approved.map(({ id }) => ({
        kind: WELCOME,
        person: id,
        title: `Welcome to ${ctx.site.name}`,
        paragraphs: ['The club has approved your registration. You can sign in now and sign up to shifts.'],
        action: { label: 'Sign in', path: '/dashboard' },
      })),
    )
  }
}
