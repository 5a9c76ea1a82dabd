import { type Db, run } from './site-table.ts'

/** Counts people who said that they cannot come as missing: their shift stays theirs, but its event cannot run with them. */
export async function up(db: Db) {
  await run(
    db,
    `create or replace function core.people_needed(needed_by core.events, only_published boolean) returns integer
       language sql stable set search_path = core as $$
       select greatest(0, coalesce(needed_by.minimum, 0) - count(s.person), (
         select sum(greatest(0, k.minimum - (select count(o.person) from shifts o where o.site_id = needed_by.site_id and o.event = needed_by.id
           and o.assignment = k.assignment and o.answer_state is distinct from 'seeking_cover' and (o.draft is not null or not only_published))))
         from jsonb_to_recordset(needed_by.minimums) as k (assignment bigint, minimum integer)
         join assignments a on a.site_id = needed_by.site_id and a.id = k.assignment))::integer
       from shifts s where s.site_id = needed_by.site_id and s.event = needed_by.id and s.answer_state is distinct from 'seeking_cover'
         and (s.draft is not null or not only_published) $$;`,
  )
}
