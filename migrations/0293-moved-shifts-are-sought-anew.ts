import { type Db, run } from './site-table.ts'

/**
 * A search for cover remembers the start and the place that people were asked about. Once the shift is on another day, begins more than half an
 * hour earlier or later, or is at another place, the search is due: the worker ends it and starts another. Where an older shift moved after
 * its search had started, what was asked about is not known any more.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.covers
       add column sought_start timestamptz,
       add column sought_location bigint;
     alter table core.covers no force row level security;
     alter table core.shifts no force row level security;
     alter table core.events no force row level security;
     update core.covers c set sought_location = coalesce(s.location, e.location),
         sought_start = case when c.state in ('searching', 'paused', 'exhausted') or s.start_changed_at is null or s.start_changed_at <= c.started_at
           then s.start else 'epoch' end
       from core.shifts s join core.events e on e.site_id = s.site_id and e.id = s.event where s.site_id = c.site_id and s.id = c.shift;
     alter table core.covers force row level security;
     alter table core.shifts force row level security;
     alter table core.events force row level security;

     -- The rule by which core.keep_answer asks a person again.
     create function core.has_moved(from_start timestamptz, from_place bigint, to_start timestamptz, to_place bigint, zone text) returns boolean
       language sql immutable as $$
       select from_start is not null and (from_place is distinct from to_place or abs(extract(epoch from to_start - from_start)) > 1800
         or (to_start at time zone zone)::date <> (from_start at time zone zone)::date) $$;

     create or replace function core.covers_to_move(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'cover', id)), '[]') from (
         select c.site_id, c.id, c.next_rung_at from covers c
         join sites t on t.id = c.site_id and t.status = 'active'
         join shifts s on s.site_id = c.site_id and s.id = c.shift
         join events e on e.site_id = s.site_id and e.id = s.event
         where c.state in ('searching', 'paused', 'exhausted') and (
           c.state = 'searching' and c.next_rung_at <= at or s.start <= at or s.actual_start is not null or s.draft is null or e.archived or e.decision = 'off'
           or s.person is not null and (s.person is distinct from c.person or s.answer_state is distinct from 'seeking_cover')
           or core.has_moved(c.sought_start, c.sought_location, s.start, coalesce(s.location, e.location), t.timezone))
         union all
         select c.site_id, c.id, c.next_rung_at from covers c
         join sites t on t.id = c.site_id and t.status = 'active'
         join shifts s on s.site_id = c.site_id and s.id = c.shift
         join events e on e.site_id = s.site_id and e.id = s.event
         where c.ended = 'cancelled' and s.draft is not null and s.actual_start is null and s.start > at
           and not e.archived and e.decision is distinct from 'off'
           and s.person is not distinct from c.person and (s.person is null or s.answer_state = 'seeking_cover')
           and not exists (select from covers d where d.site_id = c.site_id and d.shift = c.shift and d.id > c.id)
         order by next_rung_at nulls first, site_id, id limit most) q $$;`,
  )
}
