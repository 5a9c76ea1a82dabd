import { type Db, run } from './site-table.ts'

/**
 * Notices about the roster that are not about one shift of the person: an event that is called off, a place offered from a waiting list. Each
 * cause notifies a person once by each channel. An event may say how many people it needs to run, and when that is decided.
 */
export async function up(db: Db) {
  await run(
    db,
    `create unique index deliveries_notice_once on core.deliveries (site_id, person, kind, channel, cause) where cause like 'notice:%';
     alter table core.events
       add column minimum integer constraint events_minimum check (minimum between 0 and 1000),
       add column decide_at timestamptz,
       add column decision text constraint events_decision check (decision in ('go', 'off')),
       add column decided_at timestamptz,
       add column decision_asked_at timestamptz,
       add constraint events_decided check ((decision is null) = (decided_at is null));
     create index events_to_decide on core.events (site_id, decide_at) where decide_at is not null and decision is null;
     create index events_decision_due on core.events (decide_at) where decide_at is not null and decision is null and decision_asked_at is null;
     create index events_called_off on core.events (site_id, start) where decision = 'off';`,
  )
}
