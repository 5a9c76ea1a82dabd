import { type Db, run } from './site-table.ts'

/** A shift that a coordinator offers from a waiting list by hand carries who it was: they hear when it is not taken. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.waitingoffers no force row level security;
     alter table core.people no force row level security;
     alter table core.waitingoffers add column offered_by bigint,
       add constraint waitingoffers_offered_by_fk foreign key (site_id, offered_by) references core.people (site_id, id) on delete set null (offered_by);
     alter table core.people force row level security;
     alter table core.waitingoffers force row level security;
     create index waitingoffers_offered_by on core.waitingoffers (site_id, offered_by);`,
  )
}
