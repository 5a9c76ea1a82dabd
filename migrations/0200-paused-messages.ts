import { type Db, reference, run } from './site-table.ts'

/**
 * A message that is being sent can be paused, by a person or a program. Its deliveries wait in a lane that nobody claims, so that however
 * many they are they cost the others nothing, and none of them counts as late.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.messages add column paused_at timestamptz, add column paused_by bigint, add column paused_key bigint;
     -- Row security applies to the check of a new reference, too: the columns are empty on every site.
     select set_config('app.site_id', '0', true);
     alter table core.messages add ${reference('messages', 'paused_by', 'people', 'clear')},
       add ${reference('messages', 'paused_key', 'apikeys', 'clear')};
     select set_config('app.site_id', '', true);
     alter table core.deliveries drop constraint deliveries_lane,
       add constraint deliveries_lane check (lane in ('security', 'duty', 'bulk', 'held'));

     create or replace function core.oldest_due(at timestamptz) returns double precision
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(
         (select extract(epoch from at - greatest(min(d.due_at), (
            select (s.value #>> '{}')::timestamptz from platform.settings s where s.name = 'reminders_begun')))
          from deliveries d where d.state = 'queued' and d.lane <> 'held' and d.due_at <= at having count(*) > 0),
         0) $$;`,
  )
}
