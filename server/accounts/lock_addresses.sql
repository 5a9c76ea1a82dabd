-- Locks addresses until the transaction ends. Call it before changing an address, then lock the account's row.
create or replace function identity.lock_address(address text) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtext('watchbill.address'), hashtext(lower(address)) & 63)
$$;

-- Uses 64 buckets, so that a long import cannot fill the lock table, always in the same order.
create or replace function identity.lock_addresses(addresses text[]) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtext('watchbill.address'), bucket)
    from (select distinct hashtext(lower(e)) & 63 as bucket from unnest(addresses) e order by 1) buckets
$$;
