import { sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { previewNotifications, withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { shifts } from '../contract.ts'
import type { AssignPerson, AssignStep } from './contract.ts'

/**
 * Puts a person on a shift, or takes them off, in one step and without anything staged. The decision rests on who was on it:
 * when that changed meanwhile nobody's choice is overwritten. Repeating it changes nothing.
 * @returns true when it changed anything.
 * @throws DomainError 'not_found'; 'conflict' with the name of whoever is on it now.
 */
export const assignShift = (ctx: Ctx, engine: CollectionsEngine, id: number, ask: AssignPerson): Promise<boolean> =>
  assignAll(ctx, engine, [{ ...ask, shift: id }])

/**
 * As `assignShift`, for several shifts together or none of them. The messages wait, so that undoing it in time tells nobody.
 * @returns how many people will be told then.
 */
export async function assignShifts(
  ctx: Ctx,
  engine: CollectionsEngine,
  steps: readonly AssignStep[],
): Promise<{ notifies: NotificationPreview }> {
  const { notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (held) => assignAll(held, engine, steps))
  return { notifies }
}

/** How many people `assignShifts` would tell; nothing is done. */
export async function previewAssign(
  ctx: Ctx,
  engine: CollectionsEngine,
  steps: readonly AssignStep[],
): Promise<{ notifies: NotificationPreview }> {
  requireStanding(ctx.actor, 'admin')
  const [notifies] = await previewNotifications(ctx, (of) => assignAll(of, engine, steps))
  return { notifies }
}

async function assignAll(ctx: Ctx, engine: CollectionsEngine, steps: readonly AssignStep[]): Promise<boolean> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<{ id: number; person: number | null; name: string | null }>`
    select s.id, s.person, (select p.name from people p where p.site_id = s.site_id and p.id = s.person) as name
    from shifts s where s.id = any (${steps.map(({ shift }) => shift)}::bigint[]) order by s.id for update`.execute(
    ctx.db,
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const changes = steps.filter(({ shift, person, was }) => {
    const now = stored.get(shift)
    if (!now) throw notFound('This shift does not exist.')
    if (now.person === person) return false
    if (now.person !== was)
      throw new DomainError(
        'conflict',
        now.person === null ? 'Nobody is on this shift any more.' : `${now.name} is on this shift now.`,
      )
    return true
  })
  if (!changes.length) return false
  await engine.records(shifts).update(
    ctx,
    changes.map(({ shift, person }) => ({ id: shift, person })),
  )
  return true
}
