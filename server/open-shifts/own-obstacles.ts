import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { Obstacle } from '#server/suitability/contract.ts'
import { type JudgeArgs, judge } from '#server/suitability/queries.ts'

/**
 * Reads what keeps the acting person from taking open shifts. Admins may take a shift without the competencies that it needs.
 * @param times when they would come and leave, where that is less than a whole shift.
 * @returns the obstacles by shift; none for who can take it.
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
 * How an open shift stands for a reader: `held` for somebody else from its waiting list, whether they `can` do it, and in `words` why not; null where
 * nothing keeps them from it.
 */
export type OpenForReader = { held: boolean; can: boolean; words: string | null }

/** Reads how open shifts stand for the acting person. @returns them by shift. */
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
