import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { siteTimes } from '#server/engine/kernel/site-times.ts'
import { type ShiftText, shiftTexts } from './shift-text.ts'

/**
 * Writes the shifts as a calendar file (RFC 5545): site time zone, a permanent UID per shift, and a SEQUENCE that rises
 * with each change. METHOD PUBLISH or CANCEL, never REQUEST: no one would read a calendar's "accept".
 */
export function calendarFile(draft: MessageDraft, shifts: readonly ShiftText[] = shiftTexts(draft)): string {
  const cancelled = draft.kind === 'shift.cancelled'
  const ours = oneLine([draft.site.contact_name, draft.site.contact_email].filter(Boolean).join(', '))
  const host = draft.uid_host ?? new URL(draft.origin).hostname
  const { timezone, timesOf } = siteTimes(
    draft.site.timezone,
    draft.items.map(({ shift }) => shift),
  )
  const calendar = ical({
    timezone,
    name: oneLine(draft.site.name),
    prodId: { company: 'Watchbill', product: 'Watchbill', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  for (const [at, item] of draft.items.entries()) {
    const words = shifts[at]!
    const contact = words.contact || ours
    calendar.createEvent({
      id: `shift-${item.shift.id}@${host}`,
      sequence: item.shift.sequence,
      stamp: draft.now,
      ...timesOf(item.shift),
      summary: [words.event, words.assignment].filter(Boolean).join(': '),
      location: words.location || null,
      description: [words.notes, contact && `Contact: ${contact}`].filter(Boolean).join('\n') || null,
      url: words.url,
      status: cancelled
        ? ICalEventStatus.CANCELLED
        : draft.site.ask_answers && item.shift.answer === 'asked'
          ? ICalEventStatus.TENTATIVE
          : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
