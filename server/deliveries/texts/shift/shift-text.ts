import { Temporal } from 'temporal-polyfill'
import type { ShiftMessageKind } from '#server/deliveries/contract.ts'
import { weeksAskedAhead } from '#server/deliveries/questions.ts'
import type { ShiftFacts } from '#server/deliveries/shift-facts.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft, MessageItem, NoticeShift } from '#server/deliveries/transport.ts'
import { formatsOf } from '#server/engine/access/actor.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import { isReminder, type ReminderKind } from '#server/organisation/reminders-contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { mapLink } from '#server/shift-facts/map-link.pure.ts'
import { type Clock, localDate, timeRange, wallClock, zoneName, zoneNames } from './wall-clock.ts'

/** A shift's texts for its recipient, or an event's: site time zone, personal formats. */
export type ShiftText = {
  /** Heading among several. */
  label: string
  event: string
  date: string
  time: string
  zone: string
  assignment: string
  location: string
  /** Address of a map; empty without an address. */
  map: string
  /** Who else is on it. */
  crew: string
  contact: string
  /** One or more lines; empty once the shift is no longer theirs. */
  notes: string
  url: string
  /** The old values of changed facts, one line each. */
  changes: string[]
}

const NOTICES: Record<Exclude<ShiftMessageKind, ReminderKind>, [one: string, many: string]> = {
  'shift.assigned': ['You are on a new shift', 'You are on new shifts'],
  'shift.asked': ['Can you make this shift?', 'Can you make these shifts?'],
  'shift.changed': ['Your shift has changed', 'Your shifts have changed'],
  'shift.cancelled': ['This shift is no longer yours', 'These shifts are no longer yours'],
  'answer.nudge': ['Please reply about your shift', 'Please reply about your shifts'],
}

/**
 * Counts days from the day of writing in the site's zone: "today", "tomorrow", "in one week", "in 3 days". This keeps
 * late reminders, and SMS sent early for quiet hours, correct.
 */
export function dayWord(draft: MessageDraft): string {
  const zone = draft.site.timezone
  const today = Temporal.PlainDate.from(localDate(draft.now.toISOString(), zone))
  const days = Math.min(...draft.items.map(({ shift }) => today.until(localDate(shift.start, zone)).days))
  if (days <= 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days === 7 ? 'in one week' : `in ${days} days`
}

/** Returns the message as one sentence without full stop, or as a question. */
export function headline(draft: MessageDraft): string {
  const many = draft.items.length > 1
  if (isReminder(draft.kind)) return `${many ? 'Your shifts are' : 'Your shift is'} ${dayWord(draft)}`
  return NOTICES[draft.kind][many ? 1 : 0]
}

export const isAsked = ({ answer_url }: MessageDraft, { question = 'now' }: MessageItem): boolean =>
  answer_url !== undefined && question === 'now'

export const countAsked = (draft: MessageDraft): number => draft.items.filter((item) => isAsked(draft, item)).length

/** The first sentence of a mail, with its question if any. */
export function leadOf(draft: MessageDraft): string {
  const [asked, all] = [countAsked(draft), draft.items.length]
  if (draft.kind === 'shift.asked') return headline(draft)
  if (asked === 0) return `${headline(draft)}.`
  if (asked < all) return `${headline(draft)}. Please reply about ${asked === 1 ? 'one' : asked} of them.`
  return `${headline(draft)}. ${all > 1 ? 'Can you make them?' : 'Can you make it?'}`
}

/** Returns the note on shifts that are asked about later; else empty. */
export function laterHint({ items, site }: MessageDraft): string {
  const later = items.filter(({ question }) => question === 'later').length
  if (!later) return ''
  const weeks = weeksAskedAhead(site)
  const before = weeks === 1 ? 'a week before' : `${weeks} weeks before`
  return `We ask about ${later === 1 ? 'this shift' : 'these shifts'} ${before}. If you already know you can’t come, tell us in your shifts.`
}

export const LATER = 'Later'

export const ownShifts = ({ origin }: MessageDraft): string => `${origin}/profile/shifts`

/** The consequence of a no; the same text everywhere. */
export const IF_NOT = 'If you can’t come, we’ll look for cover, and the shift stays yours until someone takes it.'

/** The line in a reminder to someone who needs cover; empty for others. */
export const stillYours = ({ answer }: Pick<ShiftFacts, 'answer'>): string =>
  answer === 'seeking_cover' ? 'You said you can’t come. This shift is still yours until someone takes it.' : ''

export function calendarHint({ kind, items }: MessageDraft): string {
  const them = items.length > 1 ? 'these shifts' : 'this shift'
  return kind === 'shift.cancelled'
    ? `The attached file takes ${them} out of your calendar.`
    : `The attached file puts ${them} in your calendar.`
}

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Formats a shift as one line: time, assignment, event, location. */
export const shiftLine = ({ date, time, assignment, event, location }: ShiftText) =>
  [`${date} ${time}`, assignment, event, location].filter(Boolean).join(' · ')

type Named = Partial<Pick<ShiftFacts, 'assignment' | 'role' | 'location' | 'address'>>

const assignmentText = (shift: Named) => oneLine([shift.assignment, shift.role].filter(Boolean).join(' · '))
const locationText = (shift: Named) => oneLine([shift.location, shift.address].filter(Boolean).join(', '))

const tidyLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .filter(Boolean)
    .join('\n')

/** Formats a message's shifts in order, once for all its parts. */
export const shiftTexts = (draft: MessageDraft): ShiftText[] => draft.items.map((item) => shiftText(draft, item))

/**
 * Formats an instant in site time and personal formats: "Sat 28 Nov 2026 9:00 am (GMT)".
 * @param instant ISO.
 */
export function instantText(instant: string, { timezone, locale }: MessageDraft['site'], settings: unknown): string {
  const { dateFormat, timeFormat } = formatsOf(settings)
  return `${wallClock(instant, timezone, `${dateFormat} ${timeFormat}`)} (${zoneName(instant, timezone, locale)})`
}

/**
 * Formats the day of an instant in site time and personal format.
 * @param instant ISO.
 */
export const dayText = (
  instant: string,
  { timezone }: Pick<MessageDraft['site'], 'timezone'>,
  settings: unknown,
): string => wallClock(instant, timezone, formatsOf(settings).dateFormat)

export const clockOf = (site: Pick<MessageDraft['site'], 'timezone'>, settings: unknown, now: Date): Clock => ({
  zone: site.timezone,
  now,
  ...formatsOf(settings),
})

type By = Pick<MessageDraft, 'site' | 'origin' | 'now'> & { person: { settings?: unknown } }

/** Formats a shift or event for the recipient of a message. */
export function statedText(
  { crew = [], ...stated }: NoticeShift & { event?: number | null; crew?: readonly string[] },
  { site, origin, now, person }: By,
): ShiftText {
  const clock = clockOf(site, person.settings, now)
  return {
    label: stated.label ?? '',
    event: eventName(oneLine(stated.event_name)),
    date: wallClock(stated.start, site.timezone, clock.dateFormat),
    time: timeRange(stated.start, stated.end, clock),
    zone: zoneNames(stated.start, stated.end, site.timezone, site.locale),
    assignment: assignmentText(stated),
    location: locationText(stated),
    map: stated.address ? mapLink(oneLine(stated.address)) : '',
    crew: wordList(crew.map(oneLine)),
    contact: '',
    notes: '',
    url: stated.event ? `${origin}/events/${stated.event}` : '',
    changes: [],
  }
}

function shiftText(draft: MessageDraft, { shift, before, crew = [] }: MessageItem): ShiftText {
  const isOff = draft.kind === 'shift.cancelled'
  return {
    ...statedText({ ...shift, crew: isOff ? [] : crew }, draft),
    contact: oneLine(shift.contact),
    notes: isOff ? '' : tidyLines(shift.notes ?? ''),
    changes:
      draft.kind === 'shift.changed'
        ? changeTexts({ shift, before }, clockOf(draft.site, draft.person.settings, draft.now))
        : [],
  }
}

/**
 * Formats the old values of a changed shift, one sentence each; none without earlier facts.
 */
export function changeTexts({ shift, before }: MessageItem, clock: Clock): string[] {
  const changes: string[] = []
  if (!before) return changes
  if (before.start && before.end) {
    const [was, is] = [before as ShiftFacts, shift].map(
      ({ start, end }) => `${wallClock(start, clock.zone, clock.dateFormat)}, ${timeRange(start, end, clock)}`,
    )
    if (was !== is) changes.push(`It was ${was}.`)
  }
  if ('location' in before && locationText(before) && locationText(before) !== locationText(shift))
    changes.push(`The location was ${locationText(before)}.`)
  if (
    ('assignment' in before || 'role' in before) &&
    assignmentText(before) &&
    assignmentText(before) !== assignmentText(shift)
  )
    changes.push(`The assignment was ${assignmentText(before)}.`)
  return changes
}
