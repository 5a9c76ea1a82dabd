import type { Ctx } from '#server/engine/access/context.ts'
import type { Change, Row } from '#server/engine/collections/define.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import { moverOf } from '#server/shift-facts/times/moving.ts'

const isoOf = (at: unknown): string => (at instanceof Date ? at : new Date(String(at))).toISOString()

/**
 * Returns the new times of shifts that move with their event, by the distance of its start in local time. Excludes
 * shifts that have begun.
 */
export async function shiftsMovedWith(
  { db, site }: Pick<Ctx, 'db' | 'site'>,
  changes: readonly Change[],
): Promise<(Row & { id: number })[]> {
  const moves = changes.flatMap(({ asked, before, after }) => {
    if (!before || asked.shifts !== 'move') return []
    const [from, to] = [isoOf(before.start), isoOf(after.start)]
    return from === to ? [] : [{ event: before.id, from, to }]
  })
  if (!moves.length) return []
  const rows = await db
    .selectFrom('shifts')
    .select(['id', 'event', 'start', 'end', 'modified_start', 'modified_end'])
    .where(
      'event',
      'in',
      moves.map(({ event }) => event),
    )
    .where('actual_start', 'is', null)
    .orderBy('id')
    .execute()
  const shifts = groupBy(rows, ({ event }) => event)
  return moves.flatMap(({ event, from, to }) => {
    const move = moverOf({ from, to, zone: site.timezone })
    return (shifts.get(event) ?? []).map(({ id, start, end, modified_start, modified_end }) => ({
      id,
      ...move({
        start: isoOf(start),
        end: isoOf(end),
        modified_start: modified_start && isoOf(modified_start),
        modified_end: modified_end && isoOf(modified_end),
      }),
    }))
  })
}
