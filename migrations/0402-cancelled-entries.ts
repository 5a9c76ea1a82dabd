import { type Db, run } from './site-table.ts'

const FIELDS = 'site_id, id, person, start, "end", modified_start, modified_end, event, location, assignment, role'

/**
 * Settling writes the cancelled entries of calendars; two triggers wrote them at each change of a shift. A mark keeps the sequence of the entry, since a
 * deleted shift has none.
 */
export async function up(db: Db) {
  await run(
    db,
    `drop trigger shifts_withdrawn_by_change on core.shifts;
     drop trigger shifts_withdrawn_by_removal on core.shifts;
     drop function core.remember_withdrawn_shift();
     alter table core.marks add column sequence integer;
     create or replace function core.mark_shifts() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       declare in_site boolean := nullif(current_setting('app.site_id', true), '') is not null;
       begin
         if tg_op = 'INSERT' then
           insert into marks (site_id, shift, person, theirs) select site_id, id, person, true from n where draft is not null and in_site;
           insert into dues (site_id, id) select site_id, id from n where draft is not null and person is not null on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
         elsif tg_op = 'DELETE' then
           insert into marks (site_id, shift, person, theirs, sequence) select site_id, id, person, false, sequence from o where draft is not null and in_site;
           delete from dues d using o where d.site_id = o.site_id and d.id = o.id;
         else
           -- What has changed is there once, what has not twice. This costs the same a row however many there are, which a join does not.
           with changed as materialized (
             select site_id, id, person, bool_or(theirs) as theirs, max(sequence) as sequence from (
               select ${FIELDS}, bool_or(is_new) as theirs, max(sequence) as sequence from (
                 select ${FIELDS}, sequence, false as is_new from o where draft is not null union all select ${FIELDS}, sequence, true from n where draft is not null) r
               group by ${FIELDS} having count(*) = 1) c
             group by site_id, id, person),
           marked as (insert into marks (site_id, shift, person, theirs, sequence) select site_id, id, person, theirs, sequence from changed where in_site)
           insert into dues (site_id, id) select distinct site_id, id from changed on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
         end if;
         return null;
       end $$;`,
  )
}
