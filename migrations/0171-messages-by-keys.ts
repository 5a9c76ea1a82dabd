import { type Db, reference, run } from './site-table.ts'

/**
 * A message remembers the API key that sent or scheduled it, so that its rights are checked again when it leaves. Whether the last
 * delivery of a message has left is found by the index of such deliveries.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.messages add column sent_key bigint;
     -- Row security applies to the check of a new reference, too: the column is empty on every site.
     select set_config('app.site_id', '0', true);
     alter table core.messages add ${reference('messages', 'sent_key', 'apikeys', 'clear')};
     select set_config('app.site_id', '', true);

     create or replace function core.messages_to_advance(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'message', id)), '[]') from (
         select m.site_id, m.id from messages m join sites s on s.id = m.site_id and s.status = 'active'
         where m.status = 'scheduled' and m.scheduled_for <= at
           or m.status = 'sending' and m.undo_until <= at and not exists (
             select from deliveries d where d.site_id = m.site_id and d.kind = 'bulk:' || m.id and d.kind like 'bulk:%' and d.shift is null
               and d.state in ('queued', 'sending', 'unknown'))
         order by m.scheduled_for nulls last, m.site_id, m.id limit most) q $$;`,
  )
}
