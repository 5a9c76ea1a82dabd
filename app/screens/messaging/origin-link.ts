import { paths } from '../../shell/paths.ts'
import type { Origin } from './draft-state.ts'
import type { Names } from './who/rule-text.ts'

/** The collections from whose records a draft can be created. */
export const ORIGIN_TABLES: Readonly<Record<string, string>> = {
  event: 'events',
  series: 'series',
  person: 'people',
  message: 'messages',
}

/** A link back to the record from which a draft was created; null for a draft created in the composer. */
export function originLink({ kind, id, day }: Origin, names: Names): { to: string; label: string } | null {
  const named = (rest: string) => names[ORIGIN_TABLES[kind] ?? '']?.[id ?? 0] || rest
  if (kind === 'people') return { to: paths.people, label: 'People' }
  if (kind === 'roster') return { to: paths.roster, label: 'Roster' }
  if (kind === 'shifts') return { to: paths.shifts, label: 'Shifts' }
  if (kind === 'day') return day ? { to: paths.calendarDay(day), label: 'the day' } : null
  if (id === undefined) return null
  if (kind === 'event') return { to: paths.eventShifts(id), label: named('the event') }
  if (kind === 'series') return { to: paths.seriesPage(id), label: named('the series') }
  if (kind === 'person') return { to: paths.person(id), label: named('the person') }
  if (kind === 'message') return { to: paths.sentMessage(id), label: named('the message') }
  return null
}
