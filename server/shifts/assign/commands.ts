import { sql } from 'kysely'
import { requireStanding } from '#server/access/permission.ts'
import type { CollectionsEngine } from '#server/collections/engine.ts'
import type { Ctx } from '#server/context.ts'
import { DomainError, notFound } from '#server/kernel/errors.ts'
import type { AssignPerson } from './contract.ts'

/**
 * Puts a person on a shift, or takes them off, in one step and without anything staged. The decision rests on who was on it:
 * when that changed meanwhile nobody's choice is overwritten. Repeating it changes nothing.
 * @returns true when it changed anything.
 * @throws DomainError 'not_found'; 'conflict' with the name of whoever is on it now.
 */
export async function assignShift(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  { person, was }: AssignPerson,
): Promise<boolean> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<{ person: number | null; name: string | null }>`
    select s.person, (select p.name from people p where p.site_id = s.site_id and p.id = s.person) as name
    from shifts s where s.id = ${id} for update`.execute(ctx.db)
  const [shift] = rows
  if (!shift) throw notFound('This shift does not exist.')
  if (shift.person === person) return false
  if (shift.person !== was)
    throw new DomainError(
      'conflict',
      shift.person === null ? 'Nobody is on this shift any more.' : `${shift.name} is on this shift now.`,
    )
  await engine.update(ctx, 'shifts', { id, person })
  return true
}
