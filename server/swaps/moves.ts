import { sql } from 'kysely'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { tellByAct } from '#server/deliveries/told.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import { audit, ownActorIn } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { giveShifts } from '#server/shifts/holder.ts'
import { judge } from '#server/suitability/queries.ts'
import { notifyApprovers, notifyEnded, notifyMoved, tellsOf } from './notices.ts'
import { endCircle, firstStart, type StoredCircle, type StoredPart, shiftsOf } from './store.ts'

/**
 * Why a circle cannot move: a shift has changed, or someone may not do theirs. `gone` are people who lost the shift
 * they give; `ends` is false for a calling-off that can still be undone.
 */
export type Obstruction =
  | { kind: 'changed'; gone: readonly number[]; ends: boolean }
  | { kind: 'unsuitable'; person: number; words: string }

/** Locks the people, then the shifts of a circle, by id, like other assignments of shifts. */
export async function lockParts({ db }: Pick<Ctx, 'db'>, parts: readonly StoredPart[]): Promise<void> {
  const people = parts.map(({ person }) => person).sort((a, b) => a - b)
  await sql`select from people where id = any (${people}::bigint[]) order by id for no key update`.execute(db)
  await sql`select from shifts where id = any (${shiftsOf(parts)}::bigint[]) order by id for update`.execute(db)
}

/**
 * Locks a circle (`lockParts`), and checks that it may move: everyone still holds an unchanged shift, none has begun,
 * and everyone may do what they get.
 * @param circle null before it is stored.
 * @returns the first obstruction, or null.
 */
export async function findObstruction(
  ctx: Ctx,
  parts: readonly StoredPart[],
  circle: number | null,
): Promise<Obstruction | null> {
  await lockParts(ctx, parts)
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
 * Finds circles with a shift whose day, start, later end, place, assignment or role has changed since people were
 * asked.
 * @param options.settled ignores changes that can still be undone.
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

/** Ends an impossible circle. Offers of `gone` people end too; the others stay open for new matches. */
export async function endImpossible(ctx: Ctx, circle: StoredCircle, gone: readonly number[]): Promise<void> {
  await endCircle(ctx, circle, { state: 'withdrawn', leaving: gone })
  const { rows } = await sql<{ person: number | null }>`
    select distinct on (subject_id) ${ownActorIn('a')} as person from audit a where subject = 'shifts' and subject_id = any (${shiftsOf(circle.parts)}::bigint[])
    order by subject_id, id desc`.execute(ctx.db)
  await notifyEnded(ctx, circle, {
    ...{ why: 'The roster has changed since.', gone },
    by: [ownActor(ctx.actor), ...rows.map(({ person }) => person)],
  })
}

/** Finds the first person who may not do the shift they would get, given what they give. */
async function findUnsuitable(
  ctx: Pick<Ctx, 'db' | 'site' | 'clock' | 'actor'>,
  parts: readonly StoredPart[],
): Promise<Extract<Obstruction, { kind: 'unsuitable' }> | null> {
  const judged = await judge(ctx.db, ctx.site, {
    shifts: parts.flatMap(({ gets }) => gets ?? []),
    people: parts.map(({ person }) => person),
    ignoring: shiftsOf(parts),
    now: ctx.clock.now(),
    voice: 'you',
    reader: callersClock(ctx),
  })
  for (const { person, gets } of parts) {
    if (gets === null) continue
    const own = judged.get(gets)?.find((one) => one.person === person)
    const words = own ? own.obstacles[0]?.words : 'This shift does not exist.'
    if (words) return { kind: 'unsuitable', person, words }
  }
  return null
}

/** Whether the obstruction is a change that can still be undone. */
export const mayPass = (obstruction: Obstruction): boolean => obstruction.kind === 'changed' && !obstruction.ends

/** Moves the shifts of a locked circle that all have accepted and that may move, or asks coordinators to approve it. */
export async function agree(ctx: Ctx, circle: StoredCircle): Promise<void> {
  if (!ctx.site.approve_swaps) return moveAll(ctx, circle)
  const ends_at = (await firstStart(ctx.db, shiftsOf(circle.parts))) ?? circle.ends_at
  await sql`update swap_circles set agreed_at = ${ctx.clock.now()}, ends_at = ${ends_at} where id = ${circle.id}`.execute(
    ctx.db,
  )
  await notifyApprovers(ctx, { ...circle, ends_at })
}

/**
 * Moves all shifts of a locked circle that may move (`findObstruction`) and confirms them. Sends one message per person
 * and coordinator, not per shift.
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
