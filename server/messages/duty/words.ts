import { DEFAULT_SETTINGS, type PersonSettings } from '#server/access/actor.ts'
import type { DutyKind } from '#server/deliveries/contract.ts'
import type { ShiftFacts } from '#server/deliveries/shift-facts.ts'
import type { MessageDraft, MessageItem } from '#server/deliveries/transport.ts'
import { oneLine } from './plain.ts'
import { localDate, timeRange, wallClock, zoneName } from './wall-clock.ts'

/** One shift in the words of its receiver: the site's wall clock in the person's own formats. */
export type DutyWords = {
  event: string
  date: string
  time: string
  zone: string
  duty: string
  place: string
  contact: string
  url: string
  /** What was told before, line by line, where it differs. */
  changes: string[]
}

const HEADLINES: Record<DutyKind, [one: string, many: string]> = {
  'reminder.week': ['Your shift is in one week', 'Your shifts are in one week'],
  'reminder.day': ['Your shift is tomorrow', 'Your shifts are tomorrow'],
  'shift.assigned': ['You are on a shift', 'You are on new shifts'],
  'shift.changed': ['Your shift has changed', 'Your shifts have changed'],
  'shift.cancelled': ['This shift is no longer yours', 'These shifts are no longer yours'],
}

/** "today" and "tomorrow" are true on the day the message is read, so a late reminder says what it is. */
export function headline(draft: MessageDraft): string {
  const [one, many] = HEADLINES[draft.kind]
  if (
    draft.kind === 'reminder.day' &&
    draft.items.every(
      ({ shift }) =>
        localDate(shift.start, draft.site.timezone) === localDate(draft.now.toISOString(), draft.site.timezone),
    )
  )
    return draft.items.length > 1 ? 'Your shifts are today' : 'Your shift is today'
  return draft.items.length > 1 ? many : one
}

export const formatsOf = (settings: unknown): PersonSettings => ({
  ...DEFAULT_SETTINGS,
  ...(settings as Partial<PersonSettings>),
})

const dutyOf = (shift: Partial<ShiftFacts>) => oneLine([shift.assignment, shift.role].filter(Boolean).join(' · '))
const placeOf = (shift: Partial<ShiftFacts>) => oneLine([shift.location, shift.address].filter(Boolean).join(', '))

export function dutyWords(draft: MessageDraft, { shift, before }: MessageItem): DutyWords {
  const { timezone, locale, contact_name, contact_email } = draft.site
  const { dateFormat, timeFormat } = formatsOf(draft.person.settings)
  const words = {
    event: oneLine(shift.event_name) || 'Untitled Event',
    date: wallClock(shift.start, timezone, dateFormat),
    time: timeRange(shift.start, shift.end, timezone, timeFormat),
    zone: zoneName(shift.start, timezone, locale),
    duty: dutyOf(shift),
    place: placeOf(shift),
    contact: oneLine(shift.contact) || oneLine([contact_name, contact_email].filter(Boolean).join(', ')),
    url: `${draft.origin}/events/${shift.event}`,
  }
  return { ...words, changes: draft.kind === 'shift.changed' && before ? changesOf(draft, words, before) : [] }
}

function changesOf(
  draft: MessageDraft,
  now: { date: string; time: string; duty: string; place: string },
  before: Partial<ShiftFacts>,
): string[] {
  const { dateFormat, timeFormat } = formatsOf(draft.person.settings)
  const zone = draft.site.timezone
  const was: string[] = []
  if (before.start && before.end) {
    const [date, time] = [
      wallClock(before.start, zone, dateFormat),
      timeRange(before.start, before.end, zone, timeFormat),
    ]
    if (date !== now.date || time !== now.time) was.push(`It was ${date}, ${time}.`)
  }
  if ('location' in before && placeOf(before) && placeOf(before) !== now.place)
    was.push(`The place was ${placeOf(before)}.`)
  if (('assignment' in before || 'role' in before) && dutyOf(before) && dutyOf(before) !== now.duty)
    was.push(`The duty was ${dutyOf(before)}.`)
  return was
}
