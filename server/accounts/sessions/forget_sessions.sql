-- Deletes up to `most` sessions that ended before `before`, with the addresses and browsers in them and their refresh tokens, and all such
-- sessions of operators. Returns how many sessions of people. Crosses sites.
create or replace function core.forget_sessions(before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = core, pg_temp as $$
declare
  gone integer;
begin
  delete from platform.operator_sessions where greatest(last_seen_at, revoked_at) < before;
  delete from sessions s using (
    select site_id, id from sessions where least(expires_at, absolute_expires_at, revoked_at) < before limit most for update skip locked) o
  where s.site_id = o.site_id and s.id = o.id;
  get diagnostics gone = row_count;
  return gone;
end
$$;
alter function core.forget_sessions owner to watchbill_platform;
revoke all on function core.forget_sessions from public;
grant execute on function core.forget_sessions to watchbill_worker;
