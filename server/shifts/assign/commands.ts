import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { previewNotifications, withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea, requireStanding } from '#server/engine/access/permission.ts'
import {
  applyChangeset,
  checkChangeset,
  storedVersions,
  versionsFromValues,
} from '#server/engine/collections/changeset.ts'
import type { Conflict } from '#server/engine/collections/changeset-contract.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import type { ObstacleCode } from '#server/suitability/contract.ts'
import { judge } from '#server/suitability/queries.ts'
import { PLAIN_WORDS } from '#server/suitability/words.ts'
import type { AssignPerson, AssignStep, UnfitStep } from './contract.ts'

/**
 * Assigns or removes a shift's person without staging. Repeating it changes nothing.
 * @returns whether anything changed.
 * @throws DomainError 'not_found'; 'conflict' with the name of the person who is on it now.
 */
export const assignShift = (ctx: Ctx, engine: CollectionsEngine, id: number, ask: AssignPerson): Promise<boolean> =>
  assignAll(ctx, engine, [{ ...ask, shift: id }])

/**
 * Assigns several shifts, all or none. Messages wait for the undo window.
 * @returns how many people will be notified, and the versions of the shifts.
 */
export async function assignShifts(
  ctx: Ctx,
  engine: CollectionsEngine,
  steps: readonly AssignStep[],
): Promise<{ notifies: NotificationPreview; versions: Record<number, string> }> {
  const { notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (held) => assignAll(held, engine, steps))
  const ids = steps.map(({ shift }) => shift)
  return { notifies, versions: await storedVersions(ctx, engine, 'shifts', ids) }
}

/** Previews how many people `assignShifts` would notify, and whom the shifts do not fit. Stores nothing. */
export async function previewAssign(
  ctx: Ctx,
  engine: CollectionsEngine,
  steps: readonly AssignStep[],
): Promise<{ notifies: NotificationPreview; unfit: UnfitStep[] }> {
  requireStanding(ctx.actor, 'admin')
  const [notifies] = await previewNotifications(ctx, (of) => assignAll(of, engine, steps))
  return { notifies, unfit: readsArea(ctx.actor, 'people') ? await unfitAmong(ctx, steps) : [] }
}

/** The obstacles that suggestions count, too. */
const UNFIT: readonly ObstacleCode[] = ['inactive', 'unqualified', 'unavailable', 'clash', 'on_it', 'rest']

/** Ignores the shifts that the steps take from people. */
async function unfitAmong(ctx: Ctx, steps: readonly AssignStep[]): Promise<UnfitStep[]> {
  const judged = await judge(ctx.db, ctx.site, {
    shifts: steps.map(({ shift }) => shift),
    people: [...new Set(steps.flatMap(({ person }) => person ?? []))],
    ignoring: steps.map(({ shift }) => shift),
    now: ctx.clock.now(),
    withDrafts: true,
    reader: callersClock(ctx),
  })
  return steps.flatMap(({ shift, person }) => {
    const one = judged.get(shift)?.find((found) => found.person === person)
    if (!one || one.obstacles.some(({ words }) => words === PLAIN_WORDS.them.mine)) return []
    const against = one.obstacles.filter(({ code }) => UNFIT.includes(code)).map(({ words }) => words)
    return against.length ? [{ shift, person: one.person, name: one.name, against }] : []
  })
}

async function assignAll(ctx: Ctx, engine: CollectionsEngine, steps: readonly AssignStep[]): Promise<boolean> {
  requireStanding(ctx.actor, 'admin')
  const locked = await engine.lock(
    ctx,
    'shifts',
    steps.map(({ shift }) => shift),
  )
  if (steps.some(({ shift }) => !locked.has(shift))) throw notFound('This shift does not exist.')
  const changed = await changesOf(
    ctx,
    engine,
    steps.filter(({ shift, person }) => locked.get(shift)?.person !== person),
  )
  if (!changed.length) return false
  const { stored, conflicts } = await checkChangeset(ctx, engine, 'shifts', { changed, removed: [] })
  if (conflicts.length) throw await refusal(ctx, steps, conflicts)
  await applyChangeset(ctx, engine, 'shifts', { added: [], changed, removed: [] }, stored)
  return true
}

async function changesOf(ctx: Ctx, engine: CollectionsEngine, steps: readonly AssignStep[]) {
  const byVersion = steps.flatMap(({ shift, person, version }) =>
    version === undefined ? [] : [{ id: shift, version, fields: { person } }],
  )
  const byValue = steps.flatMap(({ shift, person, was, version }) =>
    version === undefined ? [{ id: shift, was: { person: was }, fields: { person } }] : [],
  )
  return [...byVersion, ...(await versionsFromValues(ctx, engine, 'shifts', byValue))]
}

async function refusal(
  { db }: Ctx,
  steps: readonly AssignStep[],
  conflicts: readonly Conflict[],
): Promise<DomainError> {
  const [first] = conflicts
  const person = first?.fields.person
  const expected = steps.find(({ shift }) => shift === first?.id)?.was
  // Without an expected person only the version reveals another change.
  if (expected === undefined || expected === person)
    return new DomainError('conflict', 'Someone else has changed this shift.', { body: { conflicts } })
  const found =
    typeof person === 'number'
      ? await db.selectFrom('people').select('name').where('id', '=', person).executeTakeFirst()
      : undefined
  const message = found ? `${found.name} is on this shift now.` : 'No one is on this shift now.'
  return new DomainError('conflict', message, { body: { conflicts } })
}
