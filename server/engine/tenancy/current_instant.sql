-- The product's clock at the start of the transaction; the server's if none is set.
create or replace function core.current_instant() returns timestamptz
language sql stable as $$
  select coalesce(to_timestamp(nullif(current_setting('app.now', true), '')::double precision / 1000), clock_timestamp())
$$;
