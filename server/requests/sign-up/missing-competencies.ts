import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { missingSql } from '#server/suitability/missing/queries.ts'
import type { MissingCompetency } from './contract.ts'

/**
 * Lists competencies that a person misses for an event's open published shifts, in one statement.
 * @param args.shift only this shift.
 */
export async function listMissingCompetencies(
  db: SiteDb,
  { event, person, shift }: { event: number; person: number; shift?: number },
): Promise<MissingCompetency[]> {
  const { rows } = await sql<MissingCompetency>`
    select s.id as shift, m.name as competency, m.until as expired
    from shifts s cross join (select ${person}::bigint as id) asking cross join lateral (${sql.raw(missingSql('s', 'asking.id'))}) m
    where s.event = ${event} and s.person is null and s.draft is not null and (${shift ?? null}::bigint is null or s.id = ${shift ?? null})
    order by s.id, m.name collate core.reading_order`.execute(db)
  return rows
}
