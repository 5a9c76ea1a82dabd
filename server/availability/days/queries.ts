import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { personStartSql } from '#server/shift-facts/times/rules.ts'
import type { AvailabilityValue, Mark } from './contract.ts'

export async function getMark(db: SiteDb, { person, date }: { person: number; date: string }): Promise<Mark> {
  const row = await db
    .selectFrom('availability')
    .select('available')
    .where('person', '=', person)
    .where('date', '=', date)
    .executeTakeFirst()
  return (row?.available ?? null) as Mark
}

export type PersonMark = { person: number; name: string; avatar: string | null; available: AvailabilityValue }

/** Lists marks of a day, Available first; for admins. At most 500. */
export async function listDayMarks(db: SiteDb, { date }: { date: string }): Promise<PersonMark[]> {
  const { rows } = await sql<PersonMark>`
    select p.id as person, p.name, p.avatar, a.available
    from availability a join people p on p.site_id = a.site_id and p.id = a.person
    where a.date = ${date} and p.is_active and p.role <> 'new'
    order by case a.available when 1 then 0 when 2 then 1 else 2 end, p.name_lower, p.id limit 500`.execute(db)
  return rows
}

export type PersonRow = {
  id: number
  name: string
  avatar: string | null
  marks: Record<string, AvailabilityValue>
  shifts: string[]
}

export async function isInGrid(db: SiteDb, { person }: { person: number }): Promise<boolean> {
  const { rows } = await sql`
    select 1 from people where id = ${person} and is_active and role <> 'new' and erased_at is null`.execute(db)
  return rows.length > 0
}

/**
 * Lists active people by name with their marks and the days of their published shifts, one page at a time, in one
 * statement.
 * @param search a part of the name.
 */
export async function listMarks(
  db: SiteDb,
  args: {
    from: string
    to: string
    start: Date
    end: Date
    zone: string
    search: string
    limit: number
    offset: number
  },
): Promise<{ count: number; rows: PersonRow[] }> {
  const { from, to, start, end, zone, search, limit, offset } = args
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<PersonRow & { count: number }>`
    with shown as (
      select id, name, avatar, name_lower, site_id, count(*) over () as count from people
      where is_active and role <> 'new' and erased_at is null and core.folded(name) like (select core.folded(${like}))
      order by name_lower, id limit ${limit} offset ${offset})
    select p.id, p.name, p.avatar, p.count,
      (select coalesce(json_object_agg(a.date, a.available), '{}') from availability a
        where a.site_id = p.site_id and a.person = p.id and a.date between ${from} and ${to}) as marks,
      (select coalesce(json_agg(distinct (${sql.raw(personStartSql('s'))} at time zone ${zone})::date), '[]') from shifts s
        where s.site_id = p.site_id and s.person = p.id and s.draft is not null and ${sql.raw(personStartSql('s'))} >= ${start} and ${sql.raw(personStartSql('s'))} < ${end}) as shifts
    from shown p order by p.name_lower, p.id`.execute(db)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ count: _count, ...row }) => row) }
}
