import { type Db, run } from './site-table.ts'

/** Archiving an event marks its shifts, so that what was promised about them ends. Forgets a setting of an earlier planner. */
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
           select distinct s.site_id, s.id, s.person from changed join shifts s on s.site_id = changed.site_id and s.event = changed.id and s.draft is not null),
         marked as (insert into marks (site_id, shift, person, theirs) select site_id, id, person, true from shifts_of where in_site)
         insert into dues (site_id, id) select site_id, id from shifts_of where person is not null on conflict (site_id, id) do update set look_at = '-infinity';
         return null;
       end $$;
     delete from platform.settings where name = 'reminders_planning';`,
  )
}
