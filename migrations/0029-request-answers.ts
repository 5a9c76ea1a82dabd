import { type Db, run } from './site-table.ts'

/** Why a request was declined, and that the person is told of it once, however often the button is pressed. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.requests add declined_reason text not null default '' constraint requests_declined_reason_length check (length(declined_reason) <= 1000);
     create index requests_waiting on core.requests (site_id, created_at) where declined_at is null;
     create unique index deliveries_request_once on core.deliveries (site_id, person, kind, channel, cause) where kind = 'request.declined';`,
  )
}
