import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { Obstacle } from '#server/suitability/contract.ts'
import { type JudgeArgs, judge } from '#server/suitability/queries.ts'

/**
 * Reads the acting person's obstacles. Admins may lack competencies.
 * @param times their arrival and departure, if within the shift.
 * @returns obstacles by shift; none if they can take it.
 */
export async function readOwnObstacles(
  ctx: Ctx,
  shifts: readonly number[],
  times: JudgeArgs['times'] = new Map(),
): Promise<Map<number, Obstacle[]>> {
  const me = requirePerson(ctx.actor)
  const judged = await judge(ctx.db, ctx.site, {
    shifts,
    people: [me],
    times,
    now: ctx.clock.now(),
    voice: 'you',
    mustBeOpen: true,
    reader: callersClock(ctx),
  })
  const isAdmin = standingOf(ctx.actor) === 'admin'
  return new Map(
    [...judged].map(([shift, [verdict]]) => [
      shift,
      (verdict?.obstacles ?? []).filter(({ code }) => !isAdmin || code !== 'unqualified'),
    ]),
  )
}

/**
 * An open shift for its reader: `held` for someone else on its waiting list, whether they `can` do it, and the obstacle
 * in `words`, or null.
 */
export type OpenForReader = { held: boolean; can: boolean; words: string | null }

/**
 * Reads open shifts for the acting person.
 * @returns them by shift.
 */
export async function readOpenForReader(ctx: Ctx, shifts: readonly number[]): Promise<Record<number, OpenForReader>> {
  const found = await readOwnObstacles(ctx, shifts)
  return Object.fromEntries(
    [...found].map(([shift, obstacles]) => [
      shift,
      {
        held: obstacles.some(({ code }) => code === 'held'),
        can: obstacles.length === 0,
        words: obstacles[0]?.words ?? null,
      },
    ]),
  )
}
