import { type Db, run } from './site-table.ts'

/**
 * Marks what deleted people had been told when an undo brings them back, so that it is compared with what is true by then. What is told now is
 * true, and needs no mark.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.mark_told() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       begin
         if nullif(current_setting('app.site_id', true), '') is null then return null; end if;
         insert into marks (site_id, shift, person) select distinct site_id, shift, person from n
           where state = 'theirs' and at < current_instant() - interval '1 minute';
         return null;
       end $$;
     alter function core.mark_told() owner to watchbill_platform;
     revoke execute on function core.mark_told() from public;
     create trigger told_mark_again after insert on core.told referencing new table as n for each statement execute function core.mark_told();`,
  )
}
