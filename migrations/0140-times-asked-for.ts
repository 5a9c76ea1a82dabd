import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * Other times that the person on a shift asks for, with the answer. A null time is the shift's own. `before_start` and
 * `before_end` are the agreed times that an agreement replaced, for undoing it. One that waits ends with the person's part in
 * the shift.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'time_requests',
    `shift bigint not null,
     person bigint not null,
     modified_start timestamptz,
     modified_end timestamptz,
     comments text not null default '' constraint time_requests_comments_length check (length(comments) <= 1000),
     version integer not null default 1,
     answered_at timestamptz,
     answered_by bigint,
     granted boolean,
     reason text not null default '' constraint time_requests_reason_length check (length(reason) <= 1000),
     before_start timestamptz,
     before_end timestamptz,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     constraint time_requests_order check (modified_end > modified_start),
     constraint time_requests_answer check ((answered_at is null) = (granted is null)),
     ${reference('time_requests', 'shift', 'shifts', 'cascade')},
     ${reference('time_requests', 'person', 'people', 'cascade')},
     ${reference('time_requests', 'answered_by', 'people', 'clear')}`,
  )
  await run(
    db,
    `create unique index time_requests_open on core.time_requests (site_id, shift) where answered_at is null;
    create index time_requests_shift on core.time_requests (site_id, shift, id);
    create index time_requests_person on core.time_requests (site_id, person);
    create function core.end_time_requests() returns trigger language plpgsql set search_path to 'core' as $$
    begin
      delete from time_requests t where t.site_id = old.site_id and t.shift = old.id and t.answered_at is null;
      return null;
    end $$;
    create trigger shifts_end_time_requests after update of person on core.shifts for each row
      when (old.person is not null and new.person is distinct from old.person) execute function core.end_time_requests();`,
  )
}
