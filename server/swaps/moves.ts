import { sql } from 'kysely'
import { tellByAct } from '#server/deliveries/told.ts'
import { ownActor, personOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { giveShifts } from '#server/shifts/holder.ts'
import { judge } from '#server/suitability/queries.ts'
import { notifyEnded, notifyMoved, tellsOf } from './notices.ts'
import { endCircle, type StoredCircle, type StoredPart, shiftsOf } from './store.ts'

/**
 * Why a circle cannot move: a shift is no longer as it was, or somebody may not do theirs. `gone` are the people who lost the shift that they
 * give; `ends` is false where an event has only just been called off, which can be undone.
 */
export type Obstruction =
  | { kind: 'changed'; gone: readonly number[]; ends: boolean }
  | { kind: 'unsuitable'; person: number; words: string }

/**
 * Locks the people and then the shifts of a circle, each in the order of their ids, as those who take and assign shifts do, and
 * checks whether it may move: everybody still holds what they give, it is as it was when people were asked, nothing has begun, and everybody
 * may do what they get.
 * @param circle null before it is stored.
 * @returns the first thing in the way; null when it may move.
 */
export async function findObstruction(
  ctx: Ctx,
  parts: readonly StoredPart[],
  circle: number | null,
): Promise<Obstruction | null> {
  const people = parts.map(({ person }) => person).sort((a, b) => a - b)
  await sql`select from people where id = any (${people}::bigint[]) order by id for no key update`.execute(ctx.db)
  await sql`select from shifts where id = any (${shiftsOf(parts)}::bigint[]) order by id for update`.execute(ctx.db)
  const gives = parts.filter(({ gives }) => gives !== null)
  const { rows } = await sql<{ person: number; stays: boolean }>`
    select person, core.stays_in_swap(${ctx.site.id}::bigint, gives, person, ${ctx.clock.now()}) as stays
    from jsonb_to_recordset(${JSON.stringify(gives)}::jsonb) as p (person bigint, gives bigint)
    where not core.may_be_swapped(${ctx.site.id}::bigint, gives, person, ${ctx.clock.now()})`.execute(ctx.db)
  const gone = rows.filter(({ stays }) => !stays).map(({ person }) => person)
  const changed = circle === null ? [] : await changedCircles(ctx, [circle])
  const settled = changed.length ? await changedCircles(ctx, changed, { settled: true }) : []
  if (rows.length || changed.length) return { kind: 'changed', gone, ends: gone.length > 0 || settled.length > 0 }
  return findUnsuitable(ctx, parts)
}

/**
 * Finds which of these circles give a shift that has another day, start, later end, place, assignment or role since its people were asked.
 * @param options.settled leaves out what a screen can still undo.
 */
export async function changedCircles(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  ids: readonly number[],
  { settled = false }: { settled?: boolean } = {},
): Promise<number[]> {
  const { rows } = await sql<{ circle: number }>`
    select distinct circle from swap_parts p where circle = any (${[...ids]}::bigint[]) and gives is not null
      and exists (select from shifts s where s.id = p.gives) and not (${settled} and core.is_unsettled(${site.id}::bigint, gives, ${clock.now()}))
      and not core.is_as_given(p)`.execute(db)
  return rows.map(({ circle }) => circle)
}

/** Ends a circle that cannot move any more. The offers of those who are `gone` end with it, the others look on. */
export async function endImpossible(ctx: Ctx, circle: StoredCircle, gone: readonly number[]): Promise<void> {
  await endCircle(ctx, circle, { state: 'withdrawn', leaving: gone })
  const { rows } = await sql<{ person: number | null }>`
    select distinct on (subject_id) person from audit where subject = 'shifts' and subject_id = any (${shiftsOf(circle.parts)}::bigint[])
    order by subject_id, id desc`.execute(ctx.db)
  await notifyEnded(ctx, circle, {
    ...{ why: 'The roster has changed in the meantime.', gone },
    by: [personOf(ctx.actor), ...rows.map(({ person }) => person)],
  })
}

/** Finds the first of these people who may not do the shift that they would get, given what they give. */
async function findUnsuitable(
  ctx: Pick<Ctx, 'db' | 'site' | 'clock'>,
  parts: readonly StoredPart[],
): Promise<Extract<Obstruction, { kind: 'unsuitable' }> | null> {
  const judged = await judge(ctx.db, ctx.site, {
    shifts: parts.flatMap(({ gets }) => gets ?? []),
    people: parts.map(({ person }) => person),
    ignoring: shiftsOf(parts),
    now: ctx.clock.now(),
    voice: 'you',
  })
  for (const { person, gets } of parts) {
    if (gets === null) continue
    const own = judged.get(gets)?.find((one) => one.person === person)
    const words = own ? own.obstacles[0]?.words : 'This shift does not exist.'
    if (words) return { kind: 'unsuitable', person, words }
  }
  return null
}

/**
 * Moves all shifts of a circle whose rows are locked and which may move (`findObstruction`). Everybody who gets a shift has said
 * that they come. Those who are concerned and the coordinators are notified by one message each, not of each shift.
 */
export async function moveAll(ctx: Ctx, circle: StoredCircle): Promise<void> {
  const moves = circle.parts.flatMap(({ person, gets }) => (gets === null ? [] : [{ shift: gets, person }]))
  await giveShifts(ctx, moves)
  await tellByAct(
    ctx,
    circle.parts.flatMap((part) =>
      part.person === ownActor(ctx.actor) ? tellsOf(part).map((one) => ({ ...one, person: part.person })) : [],
    ),
  )
  await endCircle(ctx, circle, { state: 'done' })
  await audit(
    ctx,
    ...moves.map(({ shift, person }) => ({
      action: 'swaps.move',
      subject: 'shifts',
      subject_id: shift,
      details: { to: person, circle: circle.id },
    })),
  )
  await notifyMoved(ctx, circle, ownActor(ctx.actor))
  ctx.wake('reminders.plan')
}
