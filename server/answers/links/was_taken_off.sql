-- Whether a person has since read that a shift is not theirs. In PL/pgSQL, which keeps its plans.
create or replace function core.was_taken_off(site bigint, of_shift bigint, of_person bigint, since timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
    where t.site_id = site and t.shift = of_shift and t.person = of_person and t.state = 'not_theirs' and t.at >= since
      and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')));
end
$$;
