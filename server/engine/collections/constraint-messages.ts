import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { Declaration } from './define.ts'

const MESSAGES: Record<string, readonly [field: string, message: string]> = {
  people_email_key: ['email', 'A person with this email already exists.'],
  people_account_key: ['email', 'A person with this email already exists.'],
  people_last_admin: ['non_field_errors', 'A club needs an admin. Make somebody else an admin first.'],
  people_phone_form: ['phone', 'Phone number must include the country code and not contain spaces.'],
  events_end_after_start: ['end', 'Must not be before the start.'],
  shifts_end_after_start: ['end', 'Must be after the start.'],
  requests_person_event_key: ['event', 'There is a request for this event already.'],
  availability_person_date_key: ['date', 'There is a mark for this day already.'],
  profileentries_person_field_key: ['entry_type', 'There is an entry for this field already.'],
  records_once: ['achieved', 'This person has this record already.'],
  savedviews_name_key: ['name', 'There is a view of this name already.'],
  shifts_actual_order: ['actual_end', 'Must not be before the actual start.'],
}

const RACE = new Set(['40001', '40P01', '55P03'])

/**
 * Translates a database error: a constraint into a message on its field, a serialisation failure into a conflict. Any
 * other error is a defect and returned unchanged.
 */
function refusalOf(error: unknown, table: string): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code && RACE.has(code)) return referenceRemoved(error)
  if (!constraint) return error
  const known = MESSAGES[constraint]
  if (known) return invalid({ [known[0]]: [known[1]] })
  const field =
    constraint.startsWith(`${table}_`) && constraint.endsWith('_fk') && constraint.slice(table.length + 1, -3)
  return field && code === '23503' ? invalid({ [field]: [NOT_FOUND] }) : error
}

/** @throws as `refusalOf`. */
export async function mapConstraintErrors<T>(declaration: Declaration, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error, declaration.contract.name)
  }
}

export const referenceRemoved = (cause: Error) =>
  new DomainError('conflict', 'Somebody else changed this at the same moment. Please try again.', { cause })

/** The same for an id of another site and for an unknown one. */
export const NOT_FOUND = 'Not found.'
