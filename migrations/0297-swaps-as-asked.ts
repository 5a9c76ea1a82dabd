import { type Db, run } from './site-table.ts'

/**
 * A part of a circle carries what its shift was when people were asked: its start, place and assignment. A shift that is another by then, as
 * `core.keep_answer` has it, ends the circle. Locations and assignments are named without a key, as shifts are.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.swap_parts no force row level security;
     alter table core.swap_circles no force row level security;
     alter table core.shifts no force row level security;
     alter table core.events no force row level security;
     alter table core.swap_parts add column given_start timestamptz, add column given_location bigint, add column given_assignment bigint;
     update core.swap_parts p set given_start = s.start, given_location = coalesce(s.location, e.location), given_assignment = s.assignment
       from core.swap_circles c, core.shifts s, core.events e
       where c.site_id = p.site_id and c.id = p.circle and c.state = 'proposed' and s.site_id = p.site_id and s.id = p.gives
         and e.site_id = s.site_id and e.id = s.event;
     alter table core.events force row level security;
     alter table core.shifts force row level security;
     alter table core.swap_circles force row level security;
     alter table core.swap_parts force row level security;

     -- Whether a shift still is what people were asked about: on that day, near that start and at that place (has_moved), with that assignment.
     -- What a process of an earlier version has stored says nothing of them.
     create function core.is_as_asked(site bigint, of_shift bigint, of_start timestamptz, of_location bigint, of_assignment bigint) returns boolean
       language sql stable set search_path = core as $$
       select of_start is null or exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event join sites t on t.id = s.site_id
         where s.site_id = site and s.id = of_shift and s.assignment is not distinct from of_assignment
           and not has_moved(of_start, of_location, s.start, coalesce(s.location, e.location), t.timezone)) $$;
     create or replace function core.sites_with_swaps_to_end(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(site_id), '[]') from (
         select w.site_id from swaps w join sites t on t.id = w.site_id and t.status = 'active'
         where w.state in ('proposed', 'offered') and not stays_in_swap(w.site_id, w.shift, w.person, at)
         union select c.site_id from swap_circles c join sites t on t.id = c.site_id and t.status = 'active'
         where c.state = 'proposed' and (c.ends_at <= at or c.size > (select count(*) from swap_parts p
           where p.site_id = c.site_id and p.circle = c.id and (p.gives is null or stays_in_swap(p.site_id, p.gives, p.person, at)
             and is_as_asked(p.site_id, p.gives, p.given_start, p.given_location, p.given_assignment))))
         limit most) q $$;`,
  )
}
