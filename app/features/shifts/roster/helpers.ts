import { MAX_NAMED } from '#app/features/messages/message-data.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { needsOf, type Requirements } from '#server/suitability/missing/rules.ts'
import type { EditorShift } from './roster-rows.ts'
import { dateOf } from './wall.ts'

type Shifts = readonly Pick<EditorShift, 'stored'>[]

/**
 * Audiences of a call for helpers: people available that day, and people with the competencies of the open shifts;
 * neither includes anyone already on the event. Uses stored shifts only.
 * @param start of the event, on the site's wall clock.
 * @returns `competent` null where no open shift needs a competency.
 */
export function helperAudiences(
  start: string,
  shifts: Shifts,
  required: Requirements,
): { available: Audience; competent: Audience | null } {
  const stored = shifts.flatMap((shift) => shift.stored ?? [])
  const on = [...new Set(stored.flatMap(({ person }) => person ?? []))].slice(0, MAX_NAMED)
  const open = stored.filter(({ person }) => person === null)
  const competencies = [...new Set(open.flatMap((shift) => needsOf(shift, required).map(({ id }) => id)))]
  const day = dateOf(start)
  const notOnIt = on.length ? { except: on } : {}
  return {
    available: { availability: { day, state: 'available' }, ...notOnIt },
    competent: competencies.length ? { competency: { state: 'holds', competencies, on: day }, ...notOnIt } : null,
  }
}
