import { notFound } from '#server/engine/kernel/errors.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import type { EventPage } from '#server/shifts/roster.ts'
import { calendarFile, type FileEntry } from './file.ts'
import type { Withdrawn, WithdrawnEntry } from './withdrawn.ts'

type Options = {
  person: number
  now: Date
  origin: string
  /** The host in the UIDs. */
  host: string
  /** The site's IANA zone. */
  zone: string
  answers: Readonly<Record<number, { answer: ShiftAnswer }>>
}

/**
 * Exports an event for the reader: their own shifts of it, else the event. A restored entry continues above the
 * SEQUENCE of its cancellation.
 * @param options.answers the reader's answers (`getOwnAnswers`).
 */
export function eventFile(
  event: EventPage,
  withdrawn: Withdrawn,
  { person, now, origin, host, zone, answers }: Options,
): string {
  const name = eventName(event.name)
  const locationText = (place: string | null) =>
    [place ?? event.location_name, place ? '' : event.location_address].filter(Boolean).join(', ')
  const raiseSequence = (sequence: number, withdrawnEntry: WithdrawnEntry | null | undefined) =>
    Math.max(sequence, withdrawnEntry ? withdrawnEntry.sequence + 1 : 0)
  const shared = {
    description: event.contact ? `Contact: ${event.contact}` : '',
    url: `${origin}/events/${event.id}`,
    cancelled: isEventOff(event),
    asked: false,
    changed: now.toISOString(),
  }
  const ownShifts = event.shifts
    .filter((shift) => shift.person === person)
    .map(
      (shift): FileEntry => ({
        ...shared,
        uid: `shift-${shift.id}@${host}`,
        asked: answers[shift.id]?.answer === 'asked',
        sequence: raiseSequence(
          shift.sequence,
          withdrawn.shifts.find(({ id }) => id === shift.id),
        ),
        start: isoOf(shift.start),
        end: isoOf(shift.end),
        summary: [name, [shift.assignment_name, shift.role_name].filter(Boolean).join(' · ')]
          .filter(Boolean)
          .join(': '),
        location: locationText(shift.location_name),
      }),
    )
  const eventEntry: FileEntry = {
    ...shared,
    uid: `event-${event.id}@${host}`,
    sequence: raiseSequence(event.sequence, withdrawn.event),
    start: isoOf(event.start),
    end: isoOf(event.end),
    summary: name,
    location: locationText(null),
  }
  return calendarFile(ownShifts.length ? ownShifts : [eventEntry], { name, now, zone })
}

/**
 * Exports a deleted event: the entries of its earlier file, as CANCELLED.
 * @throws DomainError 'not_found' when it never had one, or was deleted too long ago.
 */
export function cancelledFile(
  { event, shifts }: Withdrawn,
  { now, host, zone }: Pick<Options, 'now' | 'host' | 'zone'>,
): string {
  if (!event) throw notFound('This event does not exist.')
  const cancelledEntry =
    (kind: 'event' | 'shift') =>
    (entry: WithdrawnEntry): FileEntry => ({
      uid: `${kind}-${entry.id}@${host}`,
      sequence: entry.sequence,
      start: isoOf(entry.start),
      end: isoOf(entry.end),
      summary: eventName(entry.name),
      location: entry.location,
      description: '',
      url: null,
      cancelled: true,
      asked: false,
      changed: isoOf(entry.withdrawn_at),
    })
  const entries = shifts.length ? shifts.map(cancelledEntry('shift')) : [cancelledEntry('event')(event)]
  return calendarFile(entries, { name: eventName(event.name), now, zone })
}

const isoOf = (instant: Date | string) => new Date(instant).toISOString()
