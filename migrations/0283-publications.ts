import { createSiteTable, type Db, reference, run } from './site-table.ts'

/** Shifts that are published later, at a time that a coordinator chose; and the messages about an event, which its receipt reads. */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'publications',
    `shifts bigint[] not null,
     due_at timestamptz not null,
     state text not null default 'planned',
     created_by bigint,
     created_at timestamptz not null,
     ended_at timestamptz,
     ${reference('publications', 'created_by', 'people', 'clear')},
     constraint publications_shifts check (cardinality(shifts) between 1 and 1000),
     constraint publications_state check (state in ('planned', 'done', 'cancelled')),
     constraint publications_ended check ((state = 'planned') = (ended_at is null))`,
  )
  await run(
    db,
    `create index publications_due on core.publications (due_at, site_id, id) where state = 'planned';
     create index publications_created_by on core.publications (site_id, created_by);
     create index deliveries_event on core.deliveries (site_id, event) where event is not null;
     create function core.publications_due(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'publication', id)), '[]') from (
         select p.site_id, p.id from publications p join sites s on s.id = p.site_id and s.status = 'active'
         where p.state = 'planned' and p.due_at <= at
         order by p.due_at, p.site_id, p.id limit most) q $$;
     alter function core.publications_due(timestamptz, integer) owner to watchbill_platform;
     revoke all on function core.publications_due(timestamptz, integer) from public;
     grant execute on function core.publications_due(timestamptz, integer) to watchbill_worker;`,
  )
}
