import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isLiveSql } from '#server/shift-facts/event-sql.ts'
import { personStartSql } from '#server/shift-facts/times/rules.ts'

/** A shift that has not begun, of an event that takes place. */
export type ShiftAhead = { id: number; person: number; published: boolean }

export async function listAhead(db: SiteDb, people: readonly number[], now: Date): Promise<ShiftAhead[]> {
  if (!people.length) return []
  const { rows } = await sql<ShiftAhead>`
    select s.id, s.person, s.draft is not null as published
    from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    where s.person = any (${[...people]}::bigint[]) and s.start > ${now} and ${sql.raw(personStartSql('s'))} > ${now} and s.actual_start is null
      and ${sql.raw(isLiveSql('e'))} order by s.id`.execute(db)
  return rows
}

export async function readActive(db: SiteDb, people: readonly number[]): Promise<Map<number, boolean>> {
  if (!people.length) return new Map()
  const rows = await db
    .selectFrom('people')
    .select(['id', 'is_active', 'role'])
    .where('id', 'in', [...people])
    .execute()
  return new Map(rows.map(({ id, is_active, role }) => [id, is_active && role !== 'new']))
}
