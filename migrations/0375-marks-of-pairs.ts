import { type Db, run } from './site-table.ts'

/** What a message about a shift states. A draft is nobody's, and signing in or answering changes nothing of it. */
const FACTS = 'site_id, id, person, start, "end", modified_start, modified_end, event, location, assignment, role'

/**
 * Marks each person of a shift whenever a club changes who is on it, when or where it is, or whether it takes place: what they were told is
 * compared with what is true once the change has settled, see server/deliveries/settle.ts. Rows that are written outside of a club's own
 * transaction, as by a restore, mark nobody.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.marks
       add column person bigint,
       -- Who changed it, unless they acted for somebody else.
       add column actor bigint default nullif(current_setting('app.actor', true), '')::bigint,
       add column change bigint not null default pg_current_xact_id()::text::bigint,
       alter column settle_at set default coalesce(nullif(current_setting('app.settle_at', true), '')::timestamptz, '-infinity');
     drop index core.marks_settled;
     create index marks_person on core.marks (site_id, person);
     create index marks_settled on core.marks (settle_at);
     create index marks_change on core.marks (site_id, change);

     create function core.mark_shifts() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       begin
         if nullif(current_setting('app.site_id', true), '') is null then return null; end if;
         if tg_op = 'INSERT' then
           insert into marks (site_id, shift, person) select site_id, id, person from n where draft is not null;
         elsif tg_op = 'DELETE' then
           insert into marks (site_id, shift, person) select site_id, id, person from o where draft is not null;
         else
           -- What has changed is there once, what has not twice. This costs the same a row however many there are, which a join does not.
           insert into marks (site_id, shift, person) select distinct site_id, id, person from (
             select ${FACTS} from (
               select ${FACTS} from o where draft is not null union all select ${FACTS} from n where draft is not null) r
             group by ${FACTS} having count(*) = 1) changed;
         end if;
         return null;
       end $$;
     create trigger shifts_mark_inserted after insert on core.shifts referencing new table as n
       for each statement execute function core.mark_shifts();
     create trigger shifts_mark_updated after update on core.shifts referencing old table as o new table as n
       for each statement execute function core.mark_shifts();
     create trigger shifts_mark_deleted after delete on core.shifts referencing old table as o
       for each statement execute function core.mark_shifts();

     create function core.mark_events() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       begin
         if nullif(current_setting('app.site_id', true), '') is null then return null; end if;
         insert into marks (site_id, shift, person) select s.site_id, s.id, s.person from (
           select site_id, id from (
             select site_id, id, name, location, decision from o union all select site_id, id, name, location, decision from n) r
           group by site_id, id, name, location, decision having count(*) = 1) changed
         join shifts s on s.site_id = changed.site_id and s.event = changed.id and s.draft is not null
         group by s.site_id, s.id, s.person;
         return null;
       end $$;
     create trigger events_mark_updated after update on core.events referencing old table as o new table as n
       for each statement execute function core.mark_events();

     create function core.marks_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'person', person)), '[]') from (
         select * from (select due.*, row_number() over (partition by site_id order by first, person) as turn from (
           select m.site_id, m.person, min(m.id) as first from marks m
           join sites t on t.id = m.site_id and t.status = 'active'
           where (among is null or m.site_id = any (among)) and m.settle_at <= at and not exists (select from marks l where l.site_id = m.site_id
             and l.shift = m.shift and l.person is not distinct from m.person and l.settle_at > at)
           group by m.site_id, m.person) due) turns
         order by turn, first, site_id limit most) q $$;
     alter function core.marks_due(timestamptz, integer, bigint[]) owner to watchbill_platform;
     revoke execute on function core.marks_due(timestamptz, integer, bigint[]) from public;
     grant execute on function core.marks_due(timestamptz, integer, bigint[]) to watchbill_worker;`,
  )
}
