import { type Db, run } from './site-table.ts'

/** Counters of the rate limits where there is no Redis, in the form that rate-limiter-flexible wants. Losing them costs nothing, so they are not logged. */
export async function up(db: Db) {
  await run(
    db,
    `create unlogged table platform.rate_limits (
       key varchar(255) primary key,
       points integer not null default 0,
       expire bigint
     );
     create index rate_limits_expire on platform.rate_limits (expire);
     grant select, insert, update, delete on platform.rate_limits to watchbill_auth, watchbill_platform;`,
  )
}
