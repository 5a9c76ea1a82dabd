import { sql } from 'kysely'

const TIME = 'start, "end", modified_start, modified_end, actual_start, actual_end, hours, kept_hours, draft'

/**
 * SQL: all time of people on shifts. `s.former` is the number of a row of `worked`: hours on a shift that was
 * reassigned or deleted; these rows name what they were for in `event_name`, `assignment_name` and `role_name`.
 */
export const timeOfPeople = sql`(
  select site_id, id, event, person, assignment, role, ${sql.raw(TIME)}, null::bigint as former, null::text as event_name,
    null::text as assignment_name, null::text as role_name from core.shifts
  union all
  select site_id, shift, event, person, null, null, ${sql.raw(TIME)}, id, event_name, assignment, role from core.worked where hours is not null)`

export const FORMER_NAME = 'Former member'
