import { type Db, run } from './site-table.ts'

/**
 * A request for other times waits while its person has the shift. It used to be deleted when somebody else, or nobody, got the shift, so that
 * undoing that did not bring it back. Now it stays with its person, and several people may each have one of a shift.
 */
export async function up(db: Db) {
  await run(
    db,
    `drop trigger shifts_end_time_requests on core.shifts;
     drop function core.end_time_requests();
     drop index core.time_requests_open;
     create unique index time_requests_open on core.time_requests (site_id, shift, person) where answered_at is null;`,
  )
}
