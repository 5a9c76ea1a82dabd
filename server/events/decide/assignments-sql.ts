import { type RawBuilder, sql } from 'kysely'
import type { AssignmentNeed } from './rules.ts'

/**
 * SQL: counts shifts whose person will be there. Excludes people who have declined, though they keep the shift until it
 * is covered. The answer that counts is read only where someone has ever declined, which is much cheaper.
 * @param shift alias of rows of `shifts`.
 */
export const presentCount = (shift: string): RawBuilder<number> => {
  const own = (column: string) => sql.ref(`${shift}.${column}`)
  return sql`(count(${own('person')}) filter (where not exists (
      select from answers pa where pa.site_id = ${own('site_id')} and pa.shift = ${own('id')} and pa.person = ${own('person')} and pa.answer = 'seeking_cover')
    or (select f.answer from shift_facts f where f.site_id = ${own('site_id')} and f.id = ${own('id')}) is distinct from 'seeking_cover'))::int`
}

/**
 * Selects an event's minimum and people for each assignment, in their order, as JSON.
 * @param event alias of its row.
 * @param onlyPublished counts people on published shifts only.
 */
export const assignmentNeeds = (event: string, onlyPublished: boolean | RawBuilder<boolean>) =>
  sql<AssignmentNeed[]>`coalesce((
    select json_agg(json_build_object('assignment', na.id, 'name', na.name, 'minimum', n.minimum, 'filled', (
        select ${presentCount('ns')} from shifts ns where ns.site_id = na.site_id and ns.event = ${sql.ref(`${event}.id`)} and ns.assignment = na.id
          and (ns.draft is not null or not ${onlyPublished}))) order by na."order" nulls last, na.name collate core.reading_order)
    from jsonb_to_recordset(${sql.ref(`${event}.minimums`)}) as n (assignment bigint, minimum integer)
    join assignments na on na.site_id = ${sql.ref(`${event}.site_id`)} and na.id = n.assignment), '[]')`
