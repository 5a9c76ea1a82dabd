import { paths } from '#app/shell/paths.ts'
import { dayIn } from '#app/ui/wall-clock.ts'
import type { CalendarAnswer, CalendarShift } from '#server/calendar/contract.ts'
import type { ExternalEvent } from '#server/calendar/external/contract.ts'
import { daysCovered } from '#server/engine/kernel/days/rules.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import { isOutside, personTimes } from '#server/shift-facts/times/rules.ts'

type OwnShift = Pick<CalendarShift, 'id' | 'start' | 'end' | 'nudged' | 'sought'> & {
  /** Someone without an answer when it begins is on it. */
  answer: ShiftAnswer
  may_answer: boolean
  name: string
}

/** One entry of the calendar. `shifts` (all) and `empty` (open) are null for viewers who do not see the counts. */
export type Item = {
  key: string
  kind: 'event' | 'series' | 'external'
  name: string
  start: string
  end: string
  /** First and last day that it covers, in the site's time zone. */
  first: string
  last: string
  /** Null opens a dialog. */
  to: string | null
  event: number | null
  color: string | null
  mine: boolean
  /** The viewer's shift that waits for an answer, else their first one; null when it is over. */
  own: OwnShift | null
  /** Times of the viewer's shift where it lies outside the event. */
  outside: { start: string; end: string } | null
  requested: boolean
  called_off: boolean
  shifts: number | null
  empty: number | null
  detail: string
  eventtype: string | null
  location: string | null
  series: { id: number; name: string } | null
  organisation: string
  event_url: string | null
  all_day: boolean
  bar?: boolean
}

/**
 * Merges the calendar's answer and other clubs' events, ordered by start. Links lead to the external dialog, the series
 * page, the event's shifts (admins) or the event page.
 * @param now the server's time, ISO.
 */
export function toItems(
  answer: CalendarAnswer,
  external: readonly ExternalEvent[],
  { admin, zone, now }: { admin: boolean; zone: string; now: string },
): Item[] {
  const { results } = answer
  const ownShifts = new Map<number, CalendarShift>()
  for (const shift of Object.values(results.shifts))
    if (!ownShifts.has(shift.event) || (waits(shift, now) && !waits(ownShifts.get(shift.event)!, now)))
      ownShifts.set(shift.event, shift)
  const nameOf = (collection: 'eventtypes' | 'locations' | 'assignments' | 'roles', id: number | null) =>
    id === null ? null : (results[collection][id]?.name ?? null)
  const ownItems = answer.entries.flatMap(({ kind, id, mine, requested }): UndatedItem[] => {
    const series = results.series[id]
    if (kind === 'series')
      return [
        {
          ...EMPTY_ITEM,
          key: `series-${id}`,
          kind,
          name: series?.name || 'Untitled Series',
          start: series?.start ?? '',
          end: series?.end ?? '',
          to: paths.seriesPage(id),
          mine,
          requested,
          shifts: series?.shifts ?? null,
          empty: series?.empty ?? null,
          detail: series?.events === 1 ? '1 event' : `${series?.events ?? 0} events`,
          bar: true,
        },
      ]
    const event = results.events[id]
    if (!event) return []
    const ownShift = ownShifts.get(id)
    const [eventtype, location] = [nameOf('eventtypes', event.eventtype), nameOf('locations', event.location)]
    const ownDetails = ownShift && [
      nameOf('assignments', ownShift.assignment),
      nameOf('roles', ownShift.role),
      nameOf('locations', ownShift.location) ?? location,
    ]
    const seriesRecord = event.series === null ? null : results.series[event.series]
    return [
      {
        ...EMPTY_ITEM,
        key: `event-${id}`,
        kind,
        name: eventName(event.name),
        start: event.start,
        end: event.end,
        to: admin ? paths.eventShifts(id) : paths.event(id),
        event: id,
        color: event.color,
        mine,
        own: ownPart(ownShift, {
          now,
          takesPlace: !isEventOff(event),
          name: [nameOf('assignments', ownShift?.assignment ?? null), nameOf('roles', ownShift?.role ?? null)]
            .filter(Boolean)
            .join(' · '),
        }),
        outside: ownShift && isOutside(ownShift, event) ? personTimes(ownShift) : null,
        requested,
        called_off: isEventOff(event),
        shifts: event.shifts,
        empty: event.empty,
        detail: (ownDetails ?? [eventtype, location]).filter(Boolean).join(' · '),
        eventtype,
        location,
        series: seriesRecord ? { id: seriesRecord.id, name: seriesRecord.name || 'Untitled Series' } : null,
        organisation: event.organisation,
        event_url: event.event_url,
      },
    ]
  })
  const externalItems = external.map(
    (event): UndatedItem => ({
      ...EMPTY_ITEM,
      ...event,
      key: event.key,
      kind: 'external',
      name: eventName(event.name),
      detail: [event.organisation, event.location].filter(Boolean).join(' · '),
    }),
  )
  return [...ownItems, ...externalItems]
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .map((item) => ({ ...item, ...daysCovered(item.start, item.end, (instant) => dayIn(instant, zone)) }))
}

const isAhead = (shift: CalendarShift, now: string) =>
  !shift.begun && Date.parse(personTimes(shift).start) > Date.parse(now)

const waits = (shift: CalendarShift, now: string) => shift.answer === 'asked' && isAhead(shift, now)

function ownPart(
  shift: CalendarShift | undefined,
  { now, takesPlace, name }: { now: string; takesPlace: boolean; name: string },
): OwnShift | null {
  if (!shift?.answer) return null
  const { start, end } = personTimes(shift)
  if (Date.parse(end) <= Date.parse(now)) return null
  const { id, nudged, sought } = shift
  const answer = shift.answer === 'asked' && !isAhead(shift, now) ? 'confirmed' : shift.answer
  return { id, start, end, answer, nudged, sought, may_answer: takesPlace && isAhead(shift, now), name }
}

type UndatedItem = Omit<Item, 'first' | 'last'>

export const EMPTY_ITEM = {
  to: null,
  event: null,
  color: null,
  mine: false,
  outside: null,
  own: null,
  requested: false,
  called_off: false,
  shifts: null,
  empty: null,
  detail: '',
  eventtype: null,
  location: null,
  series: null,
  organisation: '',
  event_url: null,
  all_day: false,
} as const
