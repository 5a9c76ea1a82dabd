import type { CalendarAnswer, CalendarShift } from '#server/calendar/contract.ts'
import type { ExternalEvent } from '#server/calendar/external/contract.ts'
import { daysCovered } from '#server/engine/kernel/days/rules.ts'
import { paths } from '../../shell/paths.ts'
import { dayIn } from '../../ui/wall-clock.ts'

/** One thing that the calendar shows. `empty` is null where it is nobody's business. */
export type Item = {
  key: string
  kind: 'event' | 'series' | 'external'
  name: string
  start: string
  end: string
  /** The days of the site that it covers. */
  first: string
  last: string
  /** Where a click leads; null for what opens a dialog. */
  to: string | null
  event: number | null
  color: string | null
  mine: boolean
  requested: boolean
  empty: number | null
  /** The reader's own duty, else what the event is and where. */
  detail: string
  eventtype: string | null
  location: string | null
  series: { id: number; name: string } | null
  organisation: string
  event_url: string | null
  bar?: boolean
}

/**
 * Turns the calendar's answer and other clubs' events into items in order of start. Where a click leads is decided in the order
 * external, series, admin, other.
 */
export function itemsOf(
  answer: CalendarAnswer,
  external: readonly ExternalEvent[],
  { admin, zone }: { admin: boolean; zone: string },
): Item[] {
  const { results } = answer
  const duties = new Map<number, CalendarShift>()
  for (const shift of Object.values(results.shifts)) if (!duties.has(shift.event)) duties.set(shift.event, shift)
  const nameIn = (of: 'eventtypes' | 'locations' | 'assignments' | 'roles', id: number | null) =>
    id === null ? null : (results[of][id]?.name ?? null)
  const own = answer.entries.flatMap(({ kind, id, mine, requested }): Unplaced[] => {
    const series = results.series[id]
    if (kind === 'series')
      return [
        {
          ...NOTHING,
          key: `series-${id}`,
          kind,
          name: series?.name || 'Untitled Series',
          start: series?.start ?? '',
          end: series?.end ?? '',
          to: paths.seriesPage(id),
          mine,
          requested,
          empty: series?.empty ?? null,
          detail: series?.events === 1 ? '1 event' : `${series?.events ?? 0} events`,
          bar: true,
        },
      ]
    const event = results.events[id]
    if (!event) return []
    const duty = duties.get(id)
    const [eventtype, location] = [nameIn('eventtypes', event.eventtype), nameIn('locations', event.location)]
    const part = duty && [
      nameIn('assignments', duty.assignment),
      nameIn('roles', duty.role),
      nameIn('locations', duty.location) ?? location,
    ]
    const of = event.series === null ? null : results.series[event.series]
    return [
      {
        ...NOTHING,
        key: `event-${id}`,
        kind,
        name: event.name || 'Untitled Event',
        start: event.start,
        end: event.end,
        to: admin ? paths.eventShifts(id) : paths.event(id),
        event: id,
        color: event.color,
        mine,
        requested,
        empty: event.empty,
        detail: (part ?? [eventtype, location]).filter(Boolean).join(' · '),
        eventtype,
        location,
        series: of ? { id: of.id, name: of.name || 'Untitled Series' } : null,
        organisation: event.organisation,
        event_url: event.event_url,
      },
    ]
  })
  const others = external.map(
    (event): Unplaced => ({
      ...NOTHING,
      ...event,
      key: event.key,
      kind: 'external',
      name: event.name || 'Untitled Event',
      detail: [event.organisation, event.location].filter(Boolean).join(' · '),
    }),
  )
  return [...own, ...others]
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .map((item) => ({ ...item, ...daysCovered(item.start, item.end, (at) => dayIn(at, zone)) }))
}

type Unplaced = Omit<Item, 'first' | 'last'>

/** An item that is nothing yet. */
export const NOTHING = {
  to: null,
  event: null,
  color: null,
  mine: false,
  requested: false,
  empty: null,
  detail: '',
  eventtype: null,
  location: null,
  series: null,
  organisation: '',
  event_url: null,
} as const
