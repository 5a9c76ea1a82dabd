import type { Temporal } from 'temporal-polyfill'
import type { DemoClub } from './clubs.ts'

export type EventPlan = {
  name: string
  type: string
  location: string
  series?: string
  details?: string
  start: Date
  end: Date
}

/**
 * The programme around `today` in the site's zone: one event every third day over eight weeks back and eight ahead, one
 * today, one in six days and one tomorrow for the member's reminders, and the weekend series.
 */
export function planEvents(club: DemoClub, today: Temporal.PlainDate, zone: string): EventPlan[] {
  const at = (day: Temporal.PlainDate, hour: number) =>
    day.toZonedDateTime({
      timeZone: zone,
      plainTime: `${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 ? '30' : '00'}`,
    })
  const event = (offset: number, index: number): EventPlan => {
    const kind = club.events[index % club.events.length]!
    const start = at(today.add({ days: offset }), kind.hour)
    const round = Math.floor(index / club.events.length) + 1
    const end = start.add({ minutes: kind.hours * 60 })
    return {
      name: kind.series ? `${kind.name}, ${round}` : kind.name,
      type: kind.type,
      location: kind.location,
      series: kind.series,
      details: kind.details,
      start: new Date(start.epochMilliseconds),
      end: new Date(end.epochMilliseconds),
    }
  }
  const offsets = [...Array.from({ length: 39 }, (_, i) => (i - 18) * 3), 1].sort((a, b) => a - b)
  const weekendStart = today.add({ days: 28 + ((5 - today.dayOfWeek + 7) % 7) })
  const weekend = [0, 1, 2].map((day): EventPlan => {
    const start = at(weekendStart.add({ days: day }), 9)
    return {
      name: `${club.weekend.name}, day ${day + 1}`,
      type: club.weekend.type,
      location: club.weekend.location,
      series: club.weekend.name,
      start: new Date(start.epochMilliseconds),
      end: new Date(start.add({ hours: 7 }).epochMilliseconds),
    }
  })
  return [...offsets.map(event), ...weekend]
}
