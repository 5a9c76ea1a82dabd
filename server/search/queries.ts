import { sql } from 'kysely'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SearchHit } from './contract.ts'

const MAX_PER_KIND = 6
const MAX_ON_NOW = 20

/**
 * Lists the people who are on a published shift now, with their numbers, for admins only: those whose shift it is, but
 * for those who cannot come, and those who have started within a day and not ended.
 */
export async function findOnNow({ db, actor, clock }: Pick<Ctx, 'db' | 'actor' | 'clock'>): Promise<SearchHit[]> {
  if (standingOf(actor) !== 'admin') return []
  const now = clock.now()
  const { rows } = await sql<SearchHit>`
    select 'on_now' as kind, p.id, concat_ws(', ', p.name, coalesce(s.assignment_name, s.event_label)) as label, nullif(p.phone, '') as note,
      null::timestamptz as at, null as query
    from shift_facts s join people p on p.site_id = s.site_id and p.id = s.person
    where s.start between ${now}::timestamptz - interval '31 days' and ${now}::timestamptz + interval '1 day'
      and s.is_published and s.is_live and (s.actual_end is null or s.actual_end > ${now})
      and (s.actual_start > ${now}::timestamptz - interval '1 day'
        or s.person_start <= ${now} and s.person_end > ${now} and s.answer <> 'seeking_cover')
    order by s.start, p.name_lower, s.id limit ${MAX_ON_NOW}`.execute(db)
  return rows
}

/**
 * Finds events (nearest to now first) and series by name; for admins also people (former and pending ones last),
 * assignments, competencies and their own or shared saved views. An empty text finds nothing.
 */
export async function findByName(ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>, text: string): Promise<SearchHit[]> {
  const term = text.trim()
  if (term === '') return []
  const now = ctx.clock.now()
  const admin = standingOf(ctx.actor) === 'admin'
  const self = ctx.actor.kind === 'person' ? ctx.actor.person.id : null
  const contains = (column: string) =>
    sql<boolean>`position((select core.folded(${term})) in core.folded(${sql.ref(column)})) > 0`
  const startsWith = (column: string) =>
    sql`position((select core.folded(${term})) in core.folded(${sql.ref(column)})) = 1`
  const { rows } = await sql<SearchHit>`
    (select 'people' as kind, id, name as label, email as note, null::timestamptz as at, null as query from people
     where ${admin} and (${contains('name')} or ${contains('email')})
     order by is_active desc, ${startsWith('name')} desc, name_lower, id limit ${MAX_PER_KIND})
    union all
    (select 'events', id, name, null, start, null from events where not archived and ${contains('name')}
     order by "end" >= ${now} desc, abs(extract(epoch from start - ${now})), id limit ${MAX_PER_KIND})
    union all
    (select 'series', id, name, null, null, null from series where ${contains('name')}
     order by ${startsWith('name')} desc, name collate core.reading_order, id limit ${MAX_PER_KIND})
    union all
    (select 'assignments', id, name, null, null, null from assignments where ${admin} and not archived and ${contains('name')}
     order by ${startsWith('name')} desc, name collate core.reading_order, id limit ${MAX_PER_KIND})
    union all
    (select 'competencies', id, name, null, null, null from competencies where ${admin} and not archived and ${contains('name')}
     order by ${startsWith('name')} desc, name collate core.reading_order, id limit ${MAX_PER_KIND})
    union all
    (select 'savedviews', id, name, collection, null, query from savedviews
     where ${admin} and (shared or person = ${self}) and collection not like '%/%' and ${contains('name')}
     order by ${startsWith('name')} desc, name collate core.reading_order, id limit ${MAX_PER_KIND})`.execute(ctx.db)
  return rows
}
