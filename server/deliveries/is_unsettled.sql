-- Whether a change of the shift can still be undone. Until then nothing begins or ends because of it.
create or replace function core.is_unsettled(site bigint, of_shift bigint, at timestamptz) returns boolean
language sql stable set search_path = core as $$
  select exists (select from marks m where m.site_id = site and m.shift = of_shift and m.settle_at > at)
$$;
