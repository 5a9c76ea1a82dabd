import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { MAX_ROSTERED, type RosteredShift } from './contract.ts'

/** Lists the person's published shifts on these local days that are not over. Excludes events that are called off. */
export async function listRostered(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  { person, dates }: { person: number; dates: readonly string[] },
): Promise<RosteredShift[]> {
  if (!dates.length) return []
  const zone = site.timezone
  return db
    .selectFrom('shift_facts as s')
    .select([
      's.id',
      's.event',
      's.event_label as name',
      sql<string>`coalesce(s.assignment_name, s.role_name, '')`.as('duty'),
      instantText('s.person_start').as('start'),
      instantText('s.person_end').as('end'),
      sql<boolean>`s.answer is not distinct from 'seeking_cover'`.as('seeks_cover'),
    ])
    .where('s.person', '=', person)
    .where('s.is_published', '=', true)
    .where('s.is_live', '=', true)
    .where('s.person_end', '>', clock.now())
    .where('s.actual_end', 'is', null)
    .where(sql<boolean>`exists (select from unnest(${dates}::date[]) as d (day) where d.day between (s.person_start at time zone ${zone})::date
      and (greatest(s.person_start, s.person_end - interval '1 millisecond') at time zone ${zone})::date)`)
    .orderBy('s.person_start')
    .orderBy('s.id')
    .limit(MAX_ROSTERED)
    .execute()
}
