import type { MessageDraft } from '#server/deliveries/transport.ts'
import { ascii, oneLine, shorten } from './plain.ts'
import { wallClock } from './wall-clock.ts'
import { type DutyWords, dutyWords, headline } from './words.ts'

const SMS_LENGTH = 160

/** The text part of an email: it must say everything, since some read nothing else. */
export function textPart(draft: MessageDraft): string {
  const blocks = draft.items.map((item) => blockOf(dutyWords(draft, item), draft))
  return [
    `${headline(draft)}, ${oneLine(draft.person.name) || 'volunteer'}.`,
    ...blocks,
    `${draft.site.name}`,
    `You get this because you volunteer at ${oneLine(draft.site.name)}. Turn these emails off: ${draft.unsubscribe_url}`,
  ].join('\n\n')
}

function blockOf(words: DutyWords, draft: MessageDraft): string {
  const cancelled = draft.kind === 'shift.cancelled'
  const lines: [string, string][] = [
    ['Event', words.event],
    ['When', `${words.date}, ${words.time} (${words.zone})`],
    ['Duty', words.duty],
    ['Place', words.place],
    ['Contact', words.contact],
    ['More', cancelled ? '' : words.url],
  ]
  return [
    ...lines.filter(([, value]) => value).map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`),
    ...words.changes,
  ].join('\n')
}

const OPENINGS: Record<MessageDraft['kind'], string> = {
  'reminder.week': 'in one week',
  'reminder.day': 'tomorrow',
  'shift.assigned': 'new shift',
  'shift.changed': 'changed',
  'shift.cancelled': 'no longer yours',
}

/**
 * One SMS part of plain ASCII, at most 160 characters: club, what, when, duty, place, in this order, and no links. The event's
 * name and the place give way first when it would not fit.
 */
export function smsText(draft: MessageDraft): string {
  const { timezone } = draft.site
  const club = ascii(draft.site.prefix || shorten(draft.site.name, 20))
  const many = draft.items.length > 1
  const entries = draft.items.map((item) => ({
    when: ascii(wallClock(item.shift.start, timezone, many ? 'HH:mm' : 'ddd D MMM HH:mm')),
    duty: ascii([item.shift.assignment, item.shift.role].filter(Boolean).join(' ')),
    event: ascii(item.shift.event_name) || 'Untitled Event',
    place: ascii(item.shift.location ?? ''),
  }))
  const day = many ? ` ${ascii(wallClock(draft.items[0]!.shift.start, timezone, 'ddd D MMM'))}` : ''
  const compose = (length: number, withPlace: boolean) =>
    `${club} ${OPENINGS[draft.kind]}:${day} ${entries
      .map(({ when, duty, event, place }) =>
        [
          `${when} ${shorten(event, length)}`,
          duty && shorten(duty, length),
          withPlace && place && `at ${shorten(place, length)}`,
        ]
          .filter(Boolean)
          .join(', '),
      )
      .join('; ')}`
  for (const [length, withPlace] of [
    [60, true],
    [40, true],
    [28, true],
    [20, true],
    [14, true],
    [20, false],
    [12, false],
    [6, false],
  ] as const) {
    const text = compose(length, withPlace)
    if (text.length <= SMS_LENGTH) return text
  }
  return shorten(compose(6, false), SMS_LENGTH)
}
