import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * Members hand a shift over, swap it, or offer it for others. People who are to move together are a circle with a part each; a
 * part gives a shift, gets one, or both. Shifts are named without a key: one that is removed ends the swap at the next tick, and
 * a removal that is undone in time ends nothing.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'swap_circles',
    `state text not null default 'proposed' constraint swap_circles_state
       check (state in ('proposed', 'done', 'declined', 'withdrawn', 'expired')),
     -- How many parts it has; fewer are left once a person is removed.
     size integer not null,
     -- It ends by itself then: after 48 hours of silence, or when the first of its shifts begins.
     ends_at timestamptz not null,
     -- When the last of its people said yes, where a coordinator approves it.
     agreed_at timestamptz,
     -- Who said no, if somebody did.
     ended_by bigint,
     ended_at timestamptz,
     created_at timestamptz not null,
     ${reference('swap_circles', 'ended_by', 'people', 'clear')}`,
  )
  await createSiteTable(
    db,
    'swap_parts',
    `circle bigint not null,
     person bigint not null,
     position integer not null,
     gives bigint,
     gets bigint,
     accepted boolean,
     answered_at timestamptz,
     constraint swap_parts_moves check (gives is not null or gets is not null),
     constraint swap_parts_person_key unique (site_id, circle, person),
     ${reference('swap_parts', 'circle', 'swap_circles', 'cascade')},
     ${reference('swap_parts', 'person', 'people', 'cascade')}`,
  )
  await createSiteTable(
    db,
    'swaps',
    `person bigint not null,
     kind text not null constraint swaps_kind check (kind in ('hand_over', 'swap', 'offer')),
     shift bigint not null,
     wants jsonb not null default '{}' constraint swaps_wants_size check (length(wants::text) <= 20000),
     comments text not null default '' constraint swaps_comments_length check (length(comments) <= 500),
     state text not null constraint swaps_state check (state in ('proposed', 'offered', 'done', 'declined', 'withdrawn', 'expired')),
     circle bigint,
     ended_at timestamptz,
     created_at timestamptz not null,
     ${reference('swaps', 'person', 'people', 'cascade')},
     ${reference('swaps', 'circle', 'swap_circles', 'clear')}`,
  )
  await run(
    db,
    `create unique index swaps_open on core.swaps (site_id, shift) where state in ('proposed', 'offered');
     create index swaps_person on core.swaps (site_id, person, id);
     create index swaps_recent on core.swaps (site_id, id);
     create index swaps_circle on core.swaps (site_id, circle);
     create index swap_parts_person on core.swap_parts (site_id, person, circle);
     create index swap_circles_due on core.swap_circles (site_id, ends_at) where state = 'proposed';
     create index swap_circles_ended_by on core.swap_circles (site_id, ended_by);
     create index swaps_offered on core.swaps (site_id) where state in ('proposed', 'offered');

     -- Whether somebody may still give a shift away: it is theirs, published, of an event that stands, and has not begun.
     create function core.may_be_swapped(site bigint, of_shift bigint, of_person bigint, at timestamptz) returns boolean
       language sql stable set search_path = core as $$
       select exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event
         where s.site_id = site and s.id = of_shift and s.person = of_person and s.draft is not null and not e.archived
           and s.start > at and s.actual_start is null) $$;

     create function core.sites_with_swaps_to_end(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(site_id), '[]') from (
         select w.site_id from swaps w join sites t on t.id = w.site_id and t.status = 'active'
         where w.state in ('proposed', 'offered') and not core.may_be_swapped(w.site_id, w.shift, w.person, at)
         union select c.site_id from swap_circles c join sites t on t.id = c.site_id and t.status = 'active'
         where c.state = 'proposed' and (c.ends_at <= at or c.size > (select count(*) from swap_parts p
           where p.site_id = c.site_id and p.circle = c.id and (p.gives is null or core.may_be_swapped(p.site_id, p.gives, p.person, at))))
         limit most) q $$;
     alter function core.sites_with_swaps_to_end(timestamptz, integer) owner to watchbill_platform;
     revoke all on function core.sites_with_swaps_to_end(timestamptz, integer) from public;
     grant execute on function core.sites_with_swaps_to_end(timestamptz, integer) to watchbill_worker;`,
  )
}
