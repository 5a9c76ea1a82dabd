-- The instant of the product's clock at which the transaction began; the server's where none is set.
create or replace function core.current_instant() returns timestamptz
language sql stable as $$
  select coalesce(to_timestamp(nullif(current_setting('app.now', true), '')::double precision / 1000), clock_timestamp())
$$;
