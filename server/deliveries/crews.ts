import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'

type Member = { person: number; name: string }

/** The others on a shift's event at the same time. @param reader who is left out. */
export type Crews = (shift: number | null | undefined, reader: number) => Member[]

/** Maximum names; more are counted. */
const MOST_NAMED = 6

/** Reads who is on the events of these shifts at the same time, published and not looking for cover. */
export async function readCrews(db: SiteDb, shifts: readonly number[]): Promise<Crews> {
  const ids = [...new Set(shifts)]
  if (!ids.length) return () => []
  const { rows } = await sql<{ shift: number; person: number; name: string }>`
    select distinct s.id as shift, p.id as person, p.name, p.name collate core.reading_order as named
    from shifts s join shift_facts o on o.site_id = s.site_id and o.event = s.event and o.id <> s.id
    join people p on p.site_id = o.site_id and p.id = o.person and p.erased_at is null
    where s.id = any (${ids}::bigint[]) and o.draft is not null and o.answer is distinct from 'seeking_cover' and o.person is distinct from s.person
      and ${sql.raw(personStartSql('o'))} < ${sql.raw(personEndSql('s'))} and ${sql.raw(personEndSql('o'))} > ${sql.raw(personStartSql('s'))}
    order by named, person`.execute(db)
  return (shift, reader) => rows.filter((row) => row.shift === shift && row.person !== reader)
}

/** Reads the names of a message's crew as it was when sent. */
export async function readCrew(db: SiteDb, people: readonly number[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id as person, name from people where id = any (${[...people]}::bigint[]) and erased_at is null
    order by name collate core.reading_order, id`.execute(db)
  return rows
}

/** Names a crew; from the eighth person on the others are counted. */
export function crewNames(crew: readonly Member[]): string[] {
  const names = crew.map(({ name }) => name)
  const more = names.length - MOST_NAMED
  return more > 1 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names
}
