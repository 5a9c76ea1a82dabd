-- The operators' notices to all clubs that have not ended, in the order in which they are shown. Belongs to no site.
create or replace function core.platform_notices(at timestamptz) returns jsonb
language sql stable security definer set search_path = platform, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'revision', n.revision, 'text', n.text, 'audience', n.audience,
    'shown_from', n.shown_from, 'starts_at', n.starts_at, 'ends_at', n.ends_at) order by n.starts_at, n.id), '[]')
  from notices n where n.ended_at is null and n.ends_at > at
$$;
alter function core.platform_notices owner to watchbill_platform;
revoke all on function core.platform_notices from public;
grant execute on function core.platform_notices to watchbill_app, watchbill_worker, watchbill_auth;
