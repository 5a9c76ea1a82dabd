import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

const MAX_COORDINATORS = 50

/**
 * Finds whom to write to about each event: its contact if they are an active person with an email here, else the admins.
 * @param except a person who is not written to, such as the one it is about; null for nobody.
 */
export async function listCoordinators(
  db: SiteDb,
  events: readonly number[],
  except: number | null,
): Promise<Map<number, number[]>> {
  const others = except ?? 0
  const { rows } = await sql<{ event: number; people: number[] }>`
    with admins as (
      select array_agg(id) as ids from (
        select id from people where role = 'admin' and is_active and email <> '' and id <> ${others} order by id limit ${MAX_COORDINATORS}) a)
    select e.id as event, coalesce(
      (select array_agg(p.id) from people p where p.is_active and p.role <> 'new' and p.email <> '' and p.id <> ${others}
        and e.contact <> '' and (lower(p.email) = any (regexp_split_to_array(lower(e.contact), '[\\s,;<>()]+')) or p.name_lower = lower(e.contact))),
      (select ids from admins), '{}') as people
    from events e where e.id = any (${[...events]}::bigint[])`.execute(db)
  return new Map(rows.map(({ event, people }) => [event, people.map(Number)]))
}
