import { contactLine, greeting } from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { calendarHint, headline, lowerFirst, type ShiftText, shiftTexts } from './shift-text.ts'

/** Writes the text part of an email. It is complete, since some programs show nothing else. */
export function textPart(draft: MessageDraft, shifts: readonly ShiftText[] = shiftTexts(draft)): string {
  const club = oneLine(draft.site.name)
  const hello = greeting(draft.person.name)
  return [
    hello ? `${hello}\n${lowerFirst(headline(draft))}.` : `${headline(draft)}.`,
    ...shifts.map((words) => blockOf(words, draft.kind === 'shift.cancelled')),
    calendarHint(draft),
    club,
    contactLine(draft.site),
    `You get this because you volunteer at ${club}. Choose which emails you get, or turn them off:\n${draft.unsubscribe_url}`,
  ].join('\n\n')
}

function blockOf(words: ShiftText, cancelled: boolean): string {
  const lines: [string, string][] = [
    ['When', `${words.date}, ${words.time} (${words.zone})`],
    ['Event', words.event],
    ['Assignment', words.assignment],
    ['Location', words.location],
    ['Contact', words.contact],
    ['Notes', words.notes.replaceAll('\n', `\n${' '.repeat(9)}`)],
    ['More', cancelled ? '' : words.url],
  ]
  return [
    ...lines.filter(([, value]) => value).map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`),
    ...words.changes,
  ].join('\n')
}
