import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { eventNameSql, isOpenSql } from '#server/shift-facts/event-sql.ts'
import type { LinkInstead } from '#server/shift-facts/link-contract.ts'
import { judge } from '#server/suitability/queries.ts'
import { groupAlike } from './rules.ts'

const MAX_INSTEAD = 3
const LOOKED_AT = 100

export type NextBest = {
  id: number
  event: number
  event_name: string
  start: Date
  end: Date
  location: number | null
  role: number | null
  assignment: number | null
  assignment_name: string | null
}

/**
 * Reads what else a person could do who came too late: up to three open shifts of five weeks, from a week before the
 * lost shift. The same assignment comes first, then the nearest in time; without a lost shift the soonest.
 */
export async function readNextBest({ db, site, clock }: Ctx, person: number, lost: number | null): Promise<NextBest[]> {
  const now = clock.now()
  const { rows } = await sql<NextBest>`
    select s.id, s.event, ${sql.raw(eventNameSql('e.name'))} as event_name, s.start, s."end", s.location, s.role, s.assignment,
      a.name as assignment_name
    from shifts s join events e on e.id = s.event left join assignments a on a.id = s.assignment left join shifts l on l.id = ${lost}
    where ${sql.raw(isOpenSql({ shift: 's', event: 'e' }))} and s.id is distinct from ${lost}
      and s.start > ${now} and s.start - greatest(${now}, l.start - interval '1 week') between interval '0' and interval '5 weeks'
    order by (s.assignment = l.assignment) is true desc, abs(extract(epoch from s.start - coalesce(l.start, ${now}))), s.id
    limit ${LOOKED_AT}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const judged = await judge(db, site, { shifts: ids, people: [person], now, mustBeOpen: true })
  const possible = rows.filter(({ id }) => judged.get(id)?.[0]?.obstacles.length === 0)
  return groupAlike(possible.map((row) => ({ ...row, can: true }))).slice(0, MAX_INSTEAD)
}

/** The ids of `readNextBest`. */
export const listNextBest = async (ctx: Ctx, person: number, lost: number | null = null): Promise<number[]> =>
  (await readNextBest(ctx, person, lost)).map(({ id }) => id)

/** What `readNextBest` finds, for the page behind a link. */
export const listInstead = async (ctx: Ctx, person: number, lost: number): Promise<LinkInstead> =>
  (await readNextBest(ctx, person, lost)).map(({ id, event_name, start, end, assignment_name }) => ({
    id,
    event: event_name,
    start: start.toISOString(),
    end: end.toISOString(),
    assignment: assignment_name,
  }))
