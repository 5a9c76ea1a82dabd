import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * Every message to a person is one row here: its unique key makes it once, its state says how far it came. due_at,
 * useful_until and sent_at are times of the product's clock; claimed_at, called_at, lease_until, retry_at and event_at are the
 * database's real time, so that moving the development clock cannot break a lease.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'deliveries',
    `shift bigint,
     event bigint,
     person bigint not null,
     kind text not null,
     channel text not null constraint deliveries_channel check (channel in ('email', 'sms')),
     cause text not null default '',
     start_local_date date,
     due_at timestamptz not null,
     useful_until timestamptz,
     state text not null default 'queued' constraint deliveries_state check (state in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'skipped', 'cancelled', 'failed', 'missed', 'unknown')),
     reason text,
     facts jsonb not null default '{}',
     lane text not null default 'duty' constraint deliveries_lane check (lane in ('security', 'duty', 'bulk')),
     attempt_id uuid,
     attempt_ids uuid[] not null default '{}',
     attempts integer not null default 0,
     doubts integer not null default 0,
     resent boolean not null default false,
     claimed_at timestamptz,
     called_at timestamptz,
     lease_until timestamptz,
     retry_at timestamptz,
     grouped_with bigint,
     provider_id text,
     error text,
     sent_at timestamptz,
     event_at timestamptz,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     ${reference('deliveries', 'person', 'people', 'cascade')}`,
  )
  await createSiteTable(
    db,
    'captured_messages',
    `channel text not null,
     "to" text not null,
     subject text not null default '',
     text text not null default '',
     html text not null default '',
     headers jsonb not null default '{}',
     attachments jsonb not null default '[]',
     kind text not null,
     provider_id text,
     created timestamptz not null default now()`,
  )
  await run(
    db,
    `create unique index deliveries_once on core.deliveries (site_id, shift, person, kind, channel, start_local_date, cause) nulls not distinct where shift is not null;
     create index deliveries_queue on core.deliveries (channel, lane, site_id, due_at, id) where state = 'queued';
     create index deliveries_queued_person on core.deliveries (site_id, person) where state = 'queued';
     create index deliveries_leased on core.deliveries (lease_until) where state in ('sending', 'unknown');
     create index deliveries_person on core.deliveries (site_id, person, created_at desc);
     create index deliveries_shift on core.deliveries (site_id, shift);
     create index deliveries_state on core.deliveries (site_id, state, due_at);
     create index captured_messages_created on core.captured_messages (site_id, created desc, id desc);

     create table platform.provider_events (
       provider_event_id text primary key,
       received_at timestamptz not null default now()
     );
     create table platform.provider_budget (
       channel text primary key,
       tokens double precision not null,
       refilled_at timestamptz not null
     );
     create table platform.provider_health (
       channel text primary key,
       accepted_claim timestamptz not null default '-infinity',
       heard_claim timestamptz not null default '-infinity',
       unheard_since timestamptz
     );
     grant select, insert, update, delete on platform.provider_events, platform.provider_budget, platform.provider_health to watchbill_worker, watchbill_app, watchbill_platform;`,
  )
}
