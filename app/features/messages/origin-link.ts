import type { Origin } from '#app/shell/begin-message.ts'
import { paths } from '#app/shell/paths.ts'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import type { Names } from './who/rule-text.ts'

export const ORIGIN_TABLES: Readonly<Record<string, string>> = {
  event: 'events',
  series: 'series',
  person: 'people',
  message: 'messages',
}

/**
 * Origin of a copy, or of a message to those who missed it: that of its text, so that the fields keep their values, or
 * else the message.
 */
export function originOfCopy({
  id,
  audience,
  origin,
}: {
  id: number
  audience: Audience
  origin: Origin | null
}): Origin {
  const { requested, day } = audience
  const event = audience.event ?? requested?.event
  const series = audience.series ?? requested?.series
  if (event) return { kind: 'event', id: event }
  if (series) return { kind: 'series', id: series }
  if (day) return { kind: 'day', day }
  return origin && ['event', 'series', 'day'].includes(origin.kind) ? origin : { kind: 'message', id }
}

/** A link to the record from which a draft was created; null for a draft created in the composer. */
export function originLink({ kind, id, day }: Origin, names: Names): { to: string; label: string } | null {
  const named = (rest: string) => names[ORIGIN_TABLES[kind] ?? '']?.[id ?? 0] || rest
  if (kind === 'people') return { to: paths.people, label: 'People' }
  if (kind === 'roster') return { to: paths.roster, label: 'Roster' }
  if (kind === 'shifts') return { to: paths.shifts, label: 'Shifts' }
  if (kind === 'events') return { to: paths.events, label: 'All Events' }
  if (kind === 'day') return day ? { to: paths.calendarDay(day), label: 'the day' } : null
  if (id === undefined) return null
  if (kind === 'event') return { to: paths.eventShifts(id), label: named('the event') }
  if (kind === 'series') return { to: paths.seriesPage(id), label: named('the series') }
  if (kind === 'person') return { to: paths.person(id), label: named('the person') }
  if (kind === 'message') return { to: paths.sentMessage(id), label: withNames(named('the message')) }
  return null
}
