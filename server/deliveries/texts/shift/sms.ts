import { ascii, shorten } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft, MessageItem } from '#server/deliveries/transport.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { clockOf, dayWord, ownShifts } from './shift-text.ts'
import { localDate, shortDate, wallClock } from './wall-clock.ts'

const SMS_LENGTH = 160

type Lengths = { assignment: number; event: number; location: number }

/** Lengths to try for each fact, from full to almost nothing; the event's name is cut first, the time never. */
const LENGTHS: readonly Lengths[] = [
  { assignment: 80, event: 80, location: 80 },
  { assignment: 60, event: 40, location: 40 },
  { assignment: 40, event: 24, location: 30 },
  { assignment: 30, event: 16, location: 24 },
  { assignment: 30, event: 0, location: 24 },
  { assignment: 20, event: 0, location: 16 },
  { assignment: 20, event: 0, location: 0 },
  { assignment: 10, event: 0, location: 0 },
  { assignment: 0, event: 0, location: 0 },
]

/** The same for a changed location, which stays while there is room for it. */
const LENGTHS_OF_MOVES: readonly Lengths[] = [
  ...LENGTHS.filter(({ location }) => location > 0),
  { assignment: 10, event: 0, location: 16 },
  { assignment: 0, event: 0, location: 16 },
]

const isMoved = ({ shift, before }: MessageItem): boolean =>
  shift.location !== null && before?.location !== undefined && before.location !== shift.location

type Entry = { date: string; time: string; assignment: string; event: string; location: string }

/**
 * Writes one SMS part of at most 160 plain characters: site, time, assignment, event, location, and the link of a
 * question. Cuts long facts, then site and question; a changed location last, and never the link or the time.
 */
export function smsText(draft: MessageDraft): string {
  const club = ascii(draft.site.prefix) || shorten(ascii(draft.site.name), 24)
  const items = namesFirst(draft) ? draft.items.slice(0, 1) : draft.items
  const entries = items.map((item) => smsEntry(draft, item.shift))
  const compose = (lengths: readonly Lengths[]) => {
    const texts = lengths.map((cut) => `${opening(draft)} ${joinEntries(entries, cut)}`)
    return [...texts.map((text) => `${club}: ${text}`), texts.at(-1)!]
  }
  const composed = [...(items.some(isMoved) ? compose(LENGTHS_OF_MOVES) : []), ...compose(LENGTHS)]
  const briefest = composed.at(-1)!
  const tail = ending(draft)
  const room = SMS_LENGTH - tail.length
  const fitting = composed.find((text) => text.length <= room)
  if (fitting) return `${fitting}${tail}`
  const link = draft.answer_url ? ` ${draft.answer_url}` : namesFirst(draft) ? ` ${ownShifts(draft)}` : tail
  return `${shorten(briefest, SMS_LENGTH - link.length)}${link}`
}

/** Maximum days for which a text names all shifts; the page lists new ones. */
const mostDays = (kind: MessageDraft['kind']) => (kind === 'shift.assigned' || kind === 'shift.asked' ? 1 : 3)

/** Whether a text names only the first shift and the number, for lack of room. */
const namesFirst = ({ kind, items, site }: MessageDraft): boolean =>
  new Set(items.map(({ shift }) => localDate(shift.start, site.timezone))).size > mostDays(kind)

const ending = (draft: MessageDraft): string => {
  const { answer_url, items } = draft
  if (answer_url) return `. Yes or can't come: ${answer_url}`
  if (namesFirst(draft)) return `. ${draft.kind === 'shift.cancelled' ? 'Still yours' : 'All'}: ${ownShifts(draft)}`
  return items.some(({ shift }) => shift.answer === 'seeking_cover') ? '. Still yours until someone takes it' : ''
}

function opening(draft: MessageDraft): string {
  const count = draft.items.length
  const many = count > 1
  const first = namesFirst(draft)
  switch (draft.kind) {
    case 'reminder.week':
    case 'reminder.day':
      return dayWord(draft)
    case 'shift.assigned':
      return first ? `${count} new shifts, first` : many ? 'new shifts' : 'new shift'
    case 'shift.asked':
      return first ? `can you make ${count} shifts? First` : 'can you make'
    case 'shift.changed':
      return first ? `${count} shifts changed, first now` : many ? 'shifts changed, now' : 'shift changed, now'
    case 'shift.cancelled':
      return first ? `${count} shifts no longer yours, first` : 'no longer yours:'
    case 'answer.nudge':
      return 'please reply,'
  }
}

function smsEntry({ site, person, now }: MessageDraft, shift: MessageDraft['items'][number]['shift']): Entry {
  const clock = clockOf(site, person.settings, now)
  const overnight = localDate(shift.start, site.timezone) !== localDate(shift.end, site.timezone)
  const timeOf = (instant: string, format = clock.timeFormat) => wallClock(instant, site.timezone, format)
  return {
    date: ascii(shortDate(shift.start, clock)),
    time: ascii(
      `${timeOf(shift.start)}-${timeOf(shift.end, overnight ? `ddd ${clock.timeFormat}` : clock.timeFormat)}`,
    ),
    assignment: ascii([shift.assignment, shift.role].filter(Boolean).join(' - ')),
    event: eventName(ascii(shift.event_name)),
    location: ascii(shift.location ?? ''),
  }
}

const joinEntries = (entries: readonly Entry[], cut: Lengths) =>
  entries
    .map((entry, i) => {
      const day = entry.date === entries[i - 1]?.date ? '' : `${entry.date} `
      const facts = [
        shorten(entry.assignment, cut.assignment),
        shorten(entry.event, cut.event),
        shorten(entry.location, cut.location),
      ]
      return [`${day}${entry.time}`, ...facts.filter(Boolean)].join(', ')
    })
    .join('; ')
