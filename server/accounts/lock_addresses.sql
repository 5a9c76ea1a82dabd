-- Locks addresses until the transaction ends. Every function that changes an address does this first, then locks the row of the account.
create or replace function identity.lock_address(address text) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtext('watchbill.address'), hashtext(lower(address)) & 63)
$$;

-- In 64 buckets, so that a long import cannot fill the table of locks, and in the same order for everyone.
create or replace function identity.lock_addresses(addresses text[]) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtext('watchbill.address'), bucket)
    from (select distinct hashtext(lower(e)) & 63 as bucket from unnest(addresses) e order by 1) buckets
$$;
