import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { timeOfPeople } from '#server/shift-facts/time-sql.ts'
import type { AboutPerson } from './answer/contract.ts'

export async function aboutPerson(db: SiteDb, person: number, now: Date): Promise<AboutPerson> {
  const { rows } = await sql<AboutPerson>`
    select (select coalesce(round(count(*)::numeric / nullif(count(distinct c.person), 0), 1), 0)::float8 from shifts c
        where c.person is not null and c."end" <= ${now} and c.start > ${now}::timestamptz - interval '1 year') as average,
      (count(*) filter (where former is null and "end" <= ${now} and start > ${now}::timestamptz - interval '1 year'))::int as past,
      coalesce(sum(hours) filter (where start > ${now}::timestamptz - interval '1 year'), 0)::float8 as hours,
      ${instantText('max(start) filter (where former is null and start <= now.at)')} as last, ${instantText('min(start) filter (where former is null and start > now.at)')} as next
    from ${timeOfPeople} s, (select ${now}::timestamptz as at) now where person = ${person}`.execute(db)
  return rows[0] ?? { past: 0, average: 0, hours: 0, last: null, next: null }
}
