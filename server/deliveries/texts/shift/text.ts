import { contactLine, greeting } from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { calendarHint, IF_NOT, leadOf, lowerFirst, type ShiftText, shiftTexts, stillYours } from './shift-text.ts'

/** Writes the text part of an email. It is complete, since some programs show nothing else. */
export function textPart(draft: MessageDraft, shifts: readonly ShiftText[] = shiftTexts(draft)): string {
  const club = oneLine(draft.site.name)
  const hello = greeting(draft.person.name)
  return [
    hello ? `${hello}\n${lowerFirst(leadOf(draft))}` : leadOf(draft),
    ...shifts.map((words, at) =>
      [blockOf(words, draft.kind === 'shift.cancelled'), stillYours(draft.items[at]!.shift)].filter(Boolean).join('\n'),
    ),
    ...question(draft),
    calendarHint(draft),
    club,
    contactLine(draft.site),
    `You get this because you volunteer at ${club}. Choose which emails you get, or turn them off:\n${draft.unsubscribe_url}`,
  ].join('\n\n')
}

function question({ answer_url, items }: MessageDraft): string[] {
  if (!answer_url) return []
  if (items.length > 1) return [`Answer for each of them:\n${answer_url}\n${IF_NOT}`]
  return [`I’ll be there:\n${answer_url}?answer=confirmed\nI can’t come:\n${answer_url}?answer=declined\n${IF_NOT}`]
}

/** As wide as the longest label, and a blank. */
const LABEL = 'Assignment: '.length

function blockOf(words: ShiftText, cancelled: boolean): string {
  const lines: [string, string][] = [
    ['When', `${words.date}, ${words.time} (${words.zone})`],
    ['Event', words.event],
    ['Assignment', words.assignment],
    ['Location', words.location],
    ['Contact', words.contact],
    ['Notes', words.notes.replaceAll('\n', `\n${' '.repeat(LABEL)}`)],
    ['More', cancelled ? '' : words.url],
  ]
  return [
    ...lines.filter(([, value]) => value).map(([name, value]) => `${`${name}:`.padEnd(LABEL)}${value}`),
    ...words.changes,
  ].join('\n')
}
