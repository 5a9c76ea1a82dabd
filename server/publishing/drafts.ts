import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'

/** SQL: the rows of To do: coming events with unpublished shifts and no planned publication of them. */
export const draftsToDo = ({ clock }: Ctx): RawBuilder<unknown> => sql`
  select e.id, e.start as at, null::bigint as person, '' as who, null::text as avatar, e.id as event, ${sql.raw(eventNameSql('e.name'))} as what, e.start,
    json_build_object('unpublished', count(*)) as facts
  from events e join shifts s on s.site_id = e.site_id and s.event = e.id
  where s.draft is null and e."end" > ${clock.now()} and not e.archived
  group by e.site_id, e.id
  having not exists (select from publications p where p.site_id = e.site_id and p.state = 'planned' and p.shifts && array_agg(s.id))`
