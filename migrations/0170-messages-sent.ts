import { type Db, reference, run } from './site-table.ts'

/**
 * What a message needs to be sent: where its draft came from, who sent it and to how many, until when it can be taken back, and why it
 * did not leave. A site has the price of a text, and caps that only operators set: null is the platform's own.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.messages
       add column reply_to text not null default 'site',
       add column origin jsonb,
       add column attachments jsonb not null default '[]',
       add column sent_by bigint,
       add column undo_until timestamptz,
       add column started_at timestamptz,
       add column cancelled_at timestamptz,
       add column tested_at timestamptz,
       add column expected integer,
       add column matching integer,
       add column receiving integer,
       add column problem text,
       add constraint messages_reply_to check (reply_to in ('site', 'sender')),
       add constraint messages_attachments check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3),
       add constraint messages_problem_length check (length(problem) <= 500);
     -- Row security applies to the check of a new reference, too: the column is empty on every site.
     select set_config('app.site_id', '0', true);
     alter table core.messages add ${reference('messages', 'sent_by', 'people', 'clear')};
     select set_config('app.site_id', '', true);
     create index messages_status on core.messages (site_id, status, created_at desc, id desc);
     create index messages_open on core.messages (scheduled_for) where status in ('scheduled', 'sending');

     alter table core.messages add column rendered_html text, add column renderer smallint not null default 0;
     create index messages_renderer on core.messages (renderer, site_id) where body <> '';
     create trigger messages_made before insert on core.messages for each row execute function core.await_rendering();
     create trigger messages_rewritten before update of body on core.messages for each row
       when (old.body is distinct from new.body) execute function core.await_rendering();
     create or replace function core.sites_to_render(below smallint, most integer) returns bigint[]
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(array_agg(site_id), '{}') from (
         select site_id from (
           select site_id from news where renderer < below and content <> ''
           union select site_id from series where renderer < below and details <> ''
           union select site_id from events where renderer < below and details <> ''
           union select site_id from messages where renderer < below and body <> '') q
         order by random() limit most) q $$;

     create function core.messages_to_advance(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'message', id)), '[]') from (
         select m.site_id, m.id from messages m join sites s on s.id = m.site_id and s.status = 'active'
         where m.status = 'scheduled' and m.scheduled_for <= at
           or m.status = 'sending' and m.undo_until <= at and not exists (
             select from deliveries d where d.site_id = m.site_id and d.kind = 'bulk:' || m.id and d.shift is null
               and d.state in ('queued', 'sending', 'unknown'))
         order by m.scheduled_for nulls last, m.site_id, m.id limit most) q $$;
     alter function core.messages_to_advance(timestamptz, integer) owner to watchbill_platform;
     revoke all on function core.messages_to_advance(timestamptz, integer) from public;
     grant execute on function core.messages_to_advance(timestamptz, integer) to watchbill_worker;

     alter table core.sites
       add column sms_price numeric(8, 4),
       add column currency text not null default 'GBP',
       add column mail_per_day integer,
       add column mail_per_month integer,
       add column sms_per_day integer,
       add column sms_per_month integer,
       add constraint sites_sms_price check (sms_price >= 0),
       add constraint sites_currency check (currency ~ '^[A-Z]{3}$'),
       add constraint sites_caps check (least(mail_per_day, mail_per_month, sms_per_day, sms_per_month) >= 0);`,
  )
}
