import { Temporal } from 'temporal-polyfill'
import type { DemoClub, DemoEvent } from './club.ts'

export type EventPlan = {
  name: string
  of: DemoEvent
  series: 'recurring' | 'weekend' | null
  start: Date
  end: Date
  next: keyof DemoClub['next'] | null
}

const WEEKS = 8
const EARLIEST = 7
const LATEST = 18

/**
 * Plans eight weeks before and after `now`, sorted by start: recurring events at local times, a weekend in the fifth
 * week, and the demo member's next events, which start between 7:00 and 18:00, as near as possible to an hour ago, to
 * 20 hours and to 6 days from now.
 */
export function planEvents(club: DemoClub, now: Date): EventPlan[] {
  const zone = club.site.timezone
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const today = instant.toZonedDateTimeISO(zone).toPlainDate()
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const plan = (of: DemoEvent, start: Temporal.ZonedDateTime, more: Partial<EventPlan> = {}): EventPlan => ({
    name: of.name,
    of,
    series: null,
    next: null,
    start: new Date(start.epochMilliseconds),
    end: new Date(start.add({ minutes: of.hours * 60 }).epochMilliseconds),
    ...more,
  })
  const at = (day: Temporal.PlainDate, time: string) => day.toZonedDateTime({ timeZone: zone, plainTime: time })

  const recurring = club.programme.flatMap((of) => {
    const weeks = Array.from({ length: 2 * WEEKS }, (_, i) => i - WEEKS).filter(
      (week) => (week + WEEKS - (of.phase ?? 0)) % of.every === 0,
    )
    return weeks.map((week, turn) =>
      plan(of, at(monday.add({ days: week * 7 + of.weekday - 1 }), of.at), {
        name: of.series ? `${of.name}, ${of.series.counted} ${turn + 1}` : of.name,
        series: of.series ? 'recurring' : null,
      }),
    )
  })
  const friday = monday.add({ days: 5 * 7 + 4 })
  const weekend = club.weekend.dayNames.map((dayName, day) =>
    plan(club.weekend, at(friday.add({ days: day }), club.weekend.at), {
      name: `${club.weekend.name}: ${dayName}`,
      series: 'weekend',
    }),
  )
  const near = (moved: Temporal.Instant, keep: Temporal.PlainDate | null): Temporal.ZonedDateTime => {
    const local = moved.toZonedDateTimeISO(zone)
    const day = keep ?? local.toPlainDate()
    const half = local.minute < 30 ? '00' : '30'
    if (Temporal.PlainDate.compare(local.toPlainDate(), day) < 0 || local.hour < EARLIEST)
      return at(day, `0${EARLIEST}:00`)
    return local.hour >= LATEST ? at(day, `${LATEST}:00`) : at(day, `${String(local.hour).padStart(2, '0')}:${half}`)
  }
  const next = [
    plan(club.next.today, near(instant.subtract({ hours: 1 }), today), { next: 'today' }),
    plan(club.next.soon, near(instant.add({ hours: 20 }), null), { next: 'soon' }),
    plan(club.next.week, near(instant.add({ hours: 6 * 24 }), null), { next: 'week' }),
  ]
  return [...recurring, ...weekend, ...next].sort((a, b) => a.start.getTime() - b.start.getTime())
}
