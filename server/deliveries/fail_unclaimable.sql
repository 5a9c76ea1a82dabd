-- Fails queued messages that cannot be claimed, since one blocks the claim of all others. Tests each of the next ones
-- by claiming and rolling back. Skips one that cannot be failed either for a day. Crosses sites.
create or replace function core.fail_unclaimable(via text, at timestamptz) returns jsonb
language plpgsql security definer set search_path = core, pg_temp as $$
declare
  next record;
  tried jsonb;
  problem text;
  failed jsonb := '[]';
begin
  delete from platform.unclaimable u where u.until <= at;
  for next in
    select q.site_id, q.id from (
      select d.site_id, d.id, row_number() over (partition by d.site_id, d.lane order by d.due_at, d.id) as turn from deliveries d
      where d.state = 'queued' and (d.channel = via and d.due_at <= at or d.lane = 'notice' and d.useful_until <= at + interval '48 hours')
        and not exists (select from platform.unclaimable u where u.site_id = d.site_id and u.delivery = d.id and u.until > at)) q
    order by q.turn limit 20000 loop
    begin
      update deliveries d set state = 'sending', attempts = d.attempts + 1, attempt_ids = d.attempt_ids || gen_random_uuid()
        where d.site_id = next.site_id and d.id = next.id and d.state = 'queued' returning to_jsonb(d) into tried;
      raise exception using errcode = 'WB001', message = 'it can be claimed';
    exception
      when sqlstate 'WB001' then continue;
      when others then
        if left(sqlstate, 2) in ('40', '53', '55', '57', '58') then raise; end if;
        problem := sqlerrm;
    end;
    begin
      update deliveries d set state = 'failed', attempts = 0, error = 'The message could not be claimed.', updated_at = clock_timestamp()
        where d.site_id = next.site_id and d.id = next.id and d.state = 'queued';
    exception when others then
      problem := problem || '; ' || sqlerrm;
      insert into platform.unclaimable as u (site_id, delivery, until) values (next.site_id, next.id, at + interval '1 day')
        on conflict (site_id, delivery) do update set until = excluded.until;
    end;
    failed := failed || jsonb_build_object('site', next.site_id, 'delivery', next.id, 'error', problem);
  end loop;
  return failed;
end
$$;
alter function core.fail_unclaimable owner to watchbill_platform;
revoke all on function core.fail_unclaimable from public;
grant execute on function core.fail_unclaimable to watchbill_worker;
