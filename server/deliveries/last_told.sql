-- When a person last learned of a shift by this channel, or by taking it. Ignores answers, questions, phone calls, acts on
-- a shift that was theirs already, and messages and decisions that the event takes place after all.
create or replace function core.last_told(site bigint, of_shift bigint, of_person bigint, via text) returns timestamptz
language sql stable set search_path = core as $$
  select max(t.at) from told t left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
    where t.site_id = site and t.shift = of_shift and t.person = of_person and t.state = 'theirs'
      and case when t.delivery is null then t.by = 'message' or t.by = 'act' and coalesce((select p.state from told p
            where p.site_id = t.site_id and p.shift = t.shift and p.person = t.person and (p.at, p.id) < (t.at, t.id)
            order by p.at desc, p.id desc limit 1), 'not_theirs') = 'not_theirs'
        else d.id is null or d.channel = via and d.kind not in ('shift.asked', 'answer.nudge', 'event.back_on')
          and d.state in ('sending', 'sent', 'delivered', 'unknown') end
$$;
