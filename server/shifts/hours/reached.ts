import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CountWorked } from '#server/engine/collections/reach.ts'

type Counted = { shifts: number; signed_in: number; hours: number }

/** Ends the time on shifts that a removal deletes or reassigns, and keeps it on timesheets. */
export const countWorked: CountWorked = async (ctx, { removed, cleared }) => {
  const taken = cleared.filter(({ link }) => link.child === 'shifts' && link.column === 'person')
  return countOn(ctx, [...(removed.get('shifts') ?? []), ...taken.flatMap(({ ids }) => ids)])
}

async function countOn({ db }: Pick<Ctx, 'db'>, shifts: readonly number[]): Promise<Counted> {
  if (!shifts.length) return { shifts: 0, signed_in: 0, hours: 0 }
  const { rows } = await sql<Counted>`
    select count(*)::int as shifts, (count(*) filter (where actual_end is null))::int as signed_in, coalesce(round(sum(hours)::numeric, 2), 0)::float8 as hours
    from shifts where id = any (${[...new Set(shifts)]}::bigint[]) and person is not null and actual_start is not null`.execute(
    db,
  )
  return rows[0]!
}
