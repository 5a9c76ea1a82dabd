import { type Db, run } from './site-table.ts'

/**
 * A mark names a person of a changed shift. Once nobody can undo the change, what they were told is compared with what is true: see
 * server/deliveries/settle.ts. The triggers that write marks are those of 0376.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.marks
       add column person bigint,
       -- Who changed it, unless they acted for somebody else.
       add column actor bigint default nullif(current_setting('app.actor', true), '')::bigint,
       -- Whether the shift was theirs after that.
       add column theirs boolean not null default true,
       add column change bigint not null default pg_current_xact_id()::text::bigint,
       alter column settle_at set default coalesce(nullif(current_setting('app.settle_at', true), '')::timestamptz, '-infinity');
     drop index core.marks_settled;
     create index marks_person on core.marks (site_id, person);
     create index marks_settled on core.marks (settle_at);
     create index marks_change on core.marks (site_id, change);

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
