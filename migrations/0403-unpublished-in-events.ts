import { type Db, run } from './site-table.ts'

/**
 * A change of an event marks its unpublished shifts, too: where one is published while the event can still be put back as it was, its person hears of
 * it afterwards.
 */
export async function up(db: Db) {
  await run(
    db,
    `create or replace function core.mark_events() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       declare in_site boolean := nullif(current_setting('app.site_id', true), '') is not null;
       begin
         with changed as (
           select site_id, id from (
             select site_id, id, name, location, decision, archived from o union all select site_id, id, name, location, decision, archived from n) r
           group by site_id, id, name, location, decision, archived having count(*) = 1),
         shifts_of as materialized (
           select distinct s.site_id, s.id, s.person, s.draft is not null as published from changed join shifts s on s.site_id = changed.site_id and s.event = changed.id),
         marked as (insert into marks (site_id, shift, person, theirs) select site_id, id, person, published from shifts_of where in_site)
         insert into dues (site_id, id) select site_id, id from shifts_of where person is not null and published on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
         return null;
       end $$;`,
  )
}
