import { type Db, run } from './site-table.ts'

/**
 * Stores since when and why an address is blocked. A block never passes to a new address: a trigger removes it on every change of
 * the address, from any code path. Deliveries that were held back and are still useful are queued again. An admin can correct an
 * unconfirmed address; the new one starts out unconfirmed, like that of a person just added.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.people
       add column email_blocked_at timestamptz,
       add column email_blocked_cause text,
       add column email_blocked_detail text constraint people_email_blocked_detail_length check (length(email_blocked_detail) <= 300),
       add column email_unblocked_at timestamptz,
       add column sms_blocked_at timestamptz;
     create index people_blocked on core.people (site_id, name_lower, id) where email_blocked is not null or sms_blocked;

     create function core.unblock_new_address() returns trigger language plpgsql set search_path = core, pg_temp as $$
     begin
       if new.email <> old.email or new.email_blocked is null and old.email_blocked is not null then
         new.email_blocked := null;
         new.email_blocked_at := null;
         new.email_blocked_cause := null;
         new.email_blocked_detail := null;
         new.email_unblocked_at := clock_timestamp();
       end if;
       if new.phone is distinct from old.phone then new.sms_blocked := false; end if;
       if not new.sms_blocked then
         new.sms_blocked_at := null;
       elsif not old.sms_blocked then
         new.sms_blocked_at := clock_timestamp();
       end if;
       return new;
     end $$;
     create trigger people_new_address before update of email, phone, email_blocked, sms_blocked on core.people for each row
       execute function core.unblock_new_address();`,
  )
  await run(db, STILL_DUE)
  await run(db, EVENTS)
  await run(db, CORRECT)
}

/**
 * Of the notices about one shift one is sent: the newest, or the one that announces the shift if the person never got it. Neither,
 * if they never heard of a shift that is theirs no more.
 */
const STILL_DUE = `
create function core.send_still_due(at_site bigint, to_person bigint, via text, at timestamptz) returns integer
  language plpgsql volatile set search_path = core, pg_temp as $$
declare
  queued integer;
begin
  with held as (
    select d.id, d.shift, d.kind from deliveries d
    where d.site_id = at_site and d.person = to_person and d.channel = via and d.useful_until > at
      and (d.kind like 'reminder.%' or d.kind like 'shift.%' or d.kind like 'request.%')
      and (d.state = 'skipped' and d.reason in ('bounced', 'complained', 'stopped') or d.state = 'bounced')
    for update),
  ranked as (
    select h.id, h.kind,
      row_number() over (partition by h.shift order by h.kind = 'shift.assigned' desc, h.id desc) as turn,
      bool_or(h.kind = 'shift.assigned') over (partition by h.shift) as is_unheard,
      first_value(h.kind) over (partition by h.shift order by h.id desc) as latest
    from held h where h.kind like 'shift.%')
  update deliveries d set state = 'queued', reason = null, due_at = at, error = null, attempt_id = null, attempt_ids = '{}', attempts = 0,
    doubts = 0, resent = false, claimed_at = null, called_at = null, lease_until = null, retry_at = null, provider_id = null, sent_at = null,
    event_at = null, grouped_with = null, updated_at = clock_timestamp()
  from held h left join ranked r on r.id = h.id
  where d.site_id = at_site and d.id = h.id
    and (r.id is null or r.turn = 1 and not (r.is_unheard and r.latest = 'shift.cancelled'));
  get diagnostics queued = row_count;
  return queued;
end $$;
revoke all on function core.send_still_due(bigint, bigint, text, timestamptz) from public;
grant execute on function core.send_still_due(bigint, bigint, text, timestamptz) to watchbill_app, watchbill_worker, watchbill_platform;`

/**
 * An event about an attempt from before the block was lifted or the address changed does not block again, unless it is a complaint.
 * A bounce never takes the place of a complaint, which only its owner lifts.
 */
const EVENTS = `
drop function core.record_provider_event(text, text, bigint, bigint, uuid, text, text, timestamptz);
create function core.record_provider_event(event_id text, told text, for_site bigint, for_delivery bigint, attempt uuid, provider_ref text,
  why text, said text, happened timestamptz)
  returns jsonb language plpgsql volatile security definer set search_path = core, pg_temp as $$
declare
  first core.deliveries%rowtype;
  known uuid;
  before text;
  changed integer;
begin
  insert into platform.provider_events (provider_event_id) values (event_id) on conflict do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated'); end if;
  select * into first from core.deliveries d where d.site_id = for_site and d.id = for_delivery for update;
  known := coalesce(attempt, first.attempt_id);
  if first.id is null or known is null or not known = any (first.attempt_ids) then return jsonb_build_object('outcome', 'unmatched'); end if;
  before := first.state;
  update core.deliveries d set
    state = told, reason = why, error = coalesce(said, d.error), provider_id = coalesce(provider_ref, d.provider_id), lease_until = null,
    retry_at = null, sent_at = coalesce(d.sent_at, happened), event_at = clock_timestamp(), updated_at = clock_timestamp()
  where d.site_id = for_site and d.person = first.person and known = any (d.attempt_ids)
    and (core.delivery_rank(told) > core.delivery_rank(d.state) or d.state = 'failed' and d.provider_id is null);
  get diagnostics changed = row_count;
  if told in ('bounced', 'complained') then
    update core.people p set email_blocked = told, email_blocked_at = clock_timestamp(), email_blocked_cause = why, email_blocked_detail = said
    where p.site_id = for_site and p.id = first.person and first.channel = 'email' and p.email = first.facts ->> 'address'
      and (p.email_blocked is null or p.email_blocked = 'bounced' and told = 'complained')
      and (told = 'complained' or p.email_unblocked_at is null or first.claimed_at > p.email_unblocked_at);
  end if;
  insert into platform.provider_health as h (channel, heard_claim) values (first.channel, first.claimed_at)
    on conflict (channel) do update set heard_claim = greatest(h.heard_claim, excluded.heard_claim),
      unheard_since = case when excluded.heard_claim < h.accepted_claim then clock_timestamp() end
    where h.heard_claim < excluded.heard_claim or h.unheard_since is not null;
  return jsonb_build_object('outcome', case when changed > 0 then 'recorded' else 'older' end, 'before', before, 'kind', first.kind, 'channel', first.channel);
end $$;
alter function core.record_provider_event(text, text, bigint, bigint, uuid, text, text, text, timestamptz) owner to watchbill_platform;
revoke all on function core.record_provider_event(text, text, bigint, bigint, uuid, text, text, text, timestamptz) from public;
grant execute on function core.record_provider_event(text, text, bigint, bigint, uuid, text, text, text, timestamptz) to watchbill_worker, watchbill_app;

create function core.record_sms_choice(event_id text, number text, blocked boolean, at timestamptz) returns integer
  language plpgsql volatile security definer set search_path = core, pg_temp as $$
declare
  changed record;
  n integer := 0;
begin
  insert into platform.provider_events (provider_event_id) values (event_id) on conflict do nothing;
  if not found then return 0; end if;
  for changed in
    update core.people p set sms_blocked = blocked
      from core.sites s cross join lateral (select h.id from core.people h where h.site_id = s.id and h.phone = number offset 0) found
      where p.site_id = s.id and p.id = found.id and p.sms_blocked <> blocked
      returning p.site_id, p.id loop
    n := n + 1;
    if not blocked then perform core.send_still_due(changed.site_id, changed.id, 'sms', at); end if;
  end loop;
  return n;
end $$;
drop function core.record_sms_choice(text, text, boolean);
alter function core.record_sms_choice(text, text, boolean, timestamptz) owner to watchbill_platform;
revoke all on function core.record_sms_choice(text, text, boolean, timestamptz) from public;
grant execute on function core.record_sms_choice(text, text, boolean, timestamptz) to watchbill_worker, watchbill_app;`

/**
 * Only its owner changes the address of a confirmed account. An unconfirmed account exists at this site only, and its password,
 * sessions and links end with its address.
 */
const CORRECT = `
create function identity.correct_address(for_person bigint, wanted text, at timestamptz) returns text
  language plpgsql volatile security definer set search_path = core, identity, pg_temp as $$
declare
  here bigint := current_setting('app.site_id')::bigint;
  address text := lower(wanted);
  former bigint;
  next bigint;
begin
  select l.account_id into next from link_accounts(array[address]) l;
  select p.account_id into former from people p where p.site_id = here and p.id = for_person for update;
  perform from accounts a where a.id = former for no key update;
  if exists (select from accounts a where a.id = former and a.proved_at is not null) then return 'confirmed'; end if;
  if exists (select from people p where p.site_id = here and p.id <> for_person and (p.email = address or p.account_id = next)) then return 'taken'; end if;
  if former is not null then perform wipe_account(former, true, 0, 0, at); end if;
  delete from email_changes c where c.site_id = here and c.person = for_person;
  delete from phone_codes c where c.site_id = here and c.person = for_person;
  update people p set email = address, account_id = next, updated_at = at where p.site_id = here and p.id = for_person;
  delete from accounts a where a.id = former and not exists (select from people p where p.account_id = a.id);
  return 'corrected';
end $$;
alter function identity.correct_address(bigint, text, timestamptz) owner to watchbill_platform;
revoke all on function identity.correct_address(bigint, text, timestamptz) from public;
grant execute on function identity.correct_address(bigint, text, timestamptz) to watchbill_app;

create or replace function identity.change_address(account bigint, wanted text, at_site bigint, at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = core, identity, pg_temp as $$
    declare address text := lower(wanted); former text; other bigint; moved record;
    begin
      select a.email into former from accounts a where a.id = account;
      perform lock_addresses(array[address, former]);
      if exists (select from accounts a where a.email = address and a.proved_at is not null) then return false; end if;
      update accounts set email = address, proved_at = at where id = account and proved_at is not null;
      if not found then return false; end if;
      for moved in update people p set email = address where p.account_id = account returning p.site_id, p.id loop
        perform core.send_still_due(moved.site_id, moved.id, 'email', at);
      end loop;
      -- Deleted people that may come back by an undo follow too.
      update trash t set "row" = jsonb_set(t."row", '{email}', to_jsonb(address))
        where t.table_name = 'people' and t.kept = 'removed' and t.cleared is null and t."row" ->> 'account_id' = account::text;
      for other in select a.id from accounts a where a.email = address and a.id <> account order by a.id loop
        perform retire_account(other, account, at);
      end loop;
      insert into address_proofs (account_id, email, way, site_id, proved_at) values (account, address, 'link', at_site, at);
      return true;
    exception when unique_violation then
      return false;
    end $$;`
