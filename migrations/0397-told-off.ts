import { type Db, run } from './site-table.ts'

/**
 * Adds the state `off`: its person knows that the event is called off. For a person without a shift there, the row names only the event.
 * Adds these rows for messages about coming events; those of queued messages count once they have left.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.told alter column shift drop not null;
     alter table core.told drop constraint told_state, add constraint told_state check (state in ('theirs', 'off', 'not_theirs'));
     drop index core.told_delivery;
     create unique index told_delivery on core.told (site_id, delivery, shift) nulls not distinct where delivery is not null;

     -- That an event takes place after all stands in for no reminder of its shifts.
     create or replace function core.last_told(site bigint, of_shift bigint, of_person bigint, via text) returns timestamptz
       language sql stable set search_path = core as $$
       select max(t.at) from told t left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
         where t.site_id = site and t.shift = of_shift and t.person = of_person and t.state = 'theirs'
           and case when t.delivery is null then t.by in ('message', 'act')
             else d.id is null or d.channel = via and d.kind not in ('shift.asked', 'answer.nudge', 'event.back_on') and d.state in ('sending', 'sent', 'delivered', 'unknown') end $$;

     ${TABLES.map((table) => `alter table core.${table} no force row level security;`).join('\n')}
     with said as (
       select d.site_id, d.person, d.event, d.id, d.kind, coalesce(d.called_at, d.due_at) as at from core.deliveries d
         join core.events e on e.site_id = d.site_id and e.id = d.event and e."end" > now()
         where d.kind in ('event.called_off', 'event.back_on') and d.shift is null and d.state in ('queued', 'sending', 'sent', 'delivered', 'unknown')),
     known as (
       select distinct on (t.site_id, t.person, t.shift) t.* from core.told t
         left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
         where (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown'))
           and exists (select from said where said.site_id = t.site_id and said.person = t.person)
         order by t.site_id, t.person, t.shift, t.at desc, t.id desc)
     insert into core.told (site_id, person, shift, state, facts, at, by, delivery)
       select s.site_id, s.person, k.shift, case when s.kind = 'event.called_off' then 'off' when k.shift is null then 'not_theirs' else 'theirs' end,
         coalesce(k.facts, jsonb_build_object('event', s.event)), greatest(s.at, k.at), 'message', s.id
       from said s left join known k on k.site_id = s.site_id and k.person = s.person and (k.facts ->> 'event')::bigint = s.event and k.state = 'theirs'
       order by s.id
       on conflict do nothing;
     ${TABLES.map((table) => `alter table core.${table} force row level security;`).join('\n')}`,
  )
}

const TABLES = ['told', 'deliveries', 'events']
