import { ascii, shorten } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { dayWord } from './shift-text.ts'
import { localDate, wallClock } from './wall-clock.ts'

/** One part of GSM 03.38. */
const SMS_LENGTH = 160

/** How much of each fact is kept, from all of it to almost nothing; the event's name gives way first, the time never. */
const CUTS: readonly { duty: number; event: number; place: number }[] = [
  { duty: 80, event: 80, place: 80 },
  { duty: 60, event: 40, place: 40 },
  { duty: 40, event: 24, place: 30 },
  { duty: 30, event: 16, place: 24 },
  { duty: 30, event: 0, place: 24 },
  { duty: 20, event: 0, place: 16 },
  { duty: 20, event: 0, place: 0 },
  { duty: 10, event: 0, place: 0 },
  { duty: 0, event: 0, place: 0 },
]

type Entry = { date: string; time: string; duty: string; event: string; place: string }

/**
 * One SMS part of plain letters, at most 160: club, when, duty, event, place, in this order, and no links. Long facts are cut
 * until it fits; of many shifts at least the times remain.
 */
export function smsText(draft: MessageDraft): string {
  const club = ascii(draft.site.prefix) || shorten(ascii(draft.site.name), 24)
  const entries = draft.items.map((item) => entryOf(draft, item.shift))
  const composed = CUTS.map((cut) => `${club}: ${opening(draft)} ${listOf(entries, cut)}`)
  return composed.find((text) => text.length <= SMS_LENGTH) ?? shorten(composed.at(-1) ?? '', SMS_LENGTH)
}

function opening(draft: MessageDraft): string {
  const many = draft.items.length > 1
  switch (draft.kind) {
    case 'reminder.week':
    case 'reminder.day':
      return dayWord(draft)
    case 'shift.assigned':
      return many ? 'new shifts' : 'new shift'
    case 'shift.changed':
      return many ? 'shifts changed, now' : 'shift changed, now'
    case 'shift.cancelled':
      return 'no longer yours:'
  }
}

function entryOf({ site }: MessageDraft, shift: MessageDraft['items'][number]['shift']): Entry {
  const clock = (instant: string, format: string) => wallClock(instant, site.timezone, format)
  const overnight = localDate(shift.start, site.timezone) !== localDate(shift.end, site.timezone)
  return {
    date: clock(shift.start, 'ddd D MMM'),
    time: `${clock(shift.start, 'HH:mm')}-${clock(shift.end, overnight ? 'ddd HH:mm' : 'HH:mm')}`,
    duty: ascii([shift.assignment, shift.role].filter(Boolean).join(' - ')),
    event: ascii(shift.event_name) || 'Untitled Event',
    place: ascii(shift.location ?? ''),
  }
}

/** The date is said once for all shifts of a day. */
const listOf = (entries: readonly Entry[], cut: (typeof CUTS)[number]) =>
  entries
    .map((entry, i) => {
      const day = entry.date === entries[i - 1]?.date ? '' : `${entry.date} `
      const facts = [shorten(entry.duty, cut.duty), shorten(entry.event, cut.event), shorten(entry.place, cut.place)]
      return [`${day}${entry.time}`, ...facts.filter(Boolean)].join(', ')
    })
    .join('; ')
