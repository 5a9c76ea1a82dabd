import { type Db, run } from './site-table.ts'

/**
 * A search for cover that ended because its shift was called off or unpublished is due again once the shift stands as before, however it
 * came back: the worker goes on with it.
 */
export async function up(db: Db) {
  await run(
    db,
    `create index covers_cancelled on core.covers (site_id, shift) where ended = 'cancelled';
     create or replace function core.covers_to_move(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'cover', id)), '[]') from (
         select c.site_id, c.id, c.next_rung_at from covers c
         join sites t on t.id = c.site_id and t.status = 'active'
         join shifts s on s.site_id = c.site_id and s.id = c.shift
         join events e on e.site_id = s.site_id and e.id = s.event
         where c.state in ('searching', 'paused', 'exhausted') and (
           c.state = 'searching' and c.next_rung_at <= at or s.start <= at or s.actual_start is not null or s.draft is null or e.archived or e.decision = 'off'
           or s.person is not null and (s.person is distinct from c.person or s.answer_state is distinct from 'seeking_cover'))
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
