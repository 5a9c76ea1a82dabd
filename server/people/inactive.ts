import type { Ctx } from '#server/engine/access/context.ts'
import type { Change } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'

export const NOT_ACTIVE = 'This person is not active. Activate them first.'

export async function findInactive({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Set<number>> {
  if (!ids.length) return new Set()
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where((eb) => eb.or([eb('is_active', '=', false), eb('role', '=', 'new')]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function refuseInactive(ctx: Pick<Ctx, 'db'>, changes: readonly Change[]): Promise<void> {
  const given = changes.filter(
    ({ before, after }) => typeof after.person === 'number' && after.person !== before?.person,
  )
  const inactive = await findInactive(
    ctx,
    given.map(({ after }) => Number(after.person)),
  )
  for (const { after, issues } of given) if (inactive.has(Number(after.person))) addIssue(issues, 'person', NOT_ACTIVE)
}
