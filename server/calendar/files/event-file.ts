import type { EventPage } from '#server/events/roster.ts'
import { calendarFile, type FileEntry } from './file.ts'

type Options = { person: number; now: Date; origin: string }

/** One event for somebody's calendar: their own shifts of it, or the event itself when they have none. */
export function eventFile(event: EventPage, { person, now, origin }: Options): string {
  const host = new URL(origin).hostname
  const name = event.name || 'Untitled Event'
  const where = (place: string | null) =>
    [place ?? event.location_name, place ? '' : event.location_address].filter(Boolean).join(', ')
  const shared = {
    description: event.contact ? `Contact: ${event.contact}` : '',
    url: `${origin}/events/${event.id}`,
    cancelled: false,
    changed: now.toISOString(),
  }
  const own = event.shifts
    .filter((shift) => shift.person === person)
    .map(
      (shift): FileEntry => ({
        ...shared,
        uid: `shift-${shift.id}@${host}`,
        sequence: shift.sequence,
        start: isoOf(shift.start),
        end: isoOf(shift.end),
        summary: [name, [shift.assignment_name, shift.role_name].filter(Boolean).join(' · ')]
          .filter(Boolean)
          .join(': '),
        location: where(shift.location_name),
      }),
    )
  const whole: FileEntry = {
    ...shared,
    uid: `event-${event.id}@${host}`,
    sequence: event.sequence,
    start: isoOf(event.start),
    end: isoOf(event.end),
    summary: name,
    location: where(null),
  }
  return calendarFile(own.length ? own : [whole], { name, now })
}

const isoOf = (instant: Date | string) => new Date(instant).toISOString()
