import { contactLine, greeting } from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { isList } from './layout.ts'
import {
  calendarHint,
  countAsked,
  IF_NOT,
  isAsked,
  LATER,
  laterHint,
  leadOf,
  lowerFirst,
  ownShifts,
  type ShiftText,
  shiftTexts,
  stillYours,
} from './shift-text.ts'

/** Writes the text part of an email; complete, since some programs show only this. */
export function textPart(draft: MessageDraft, shifts: readonly ShiftText[] = shiftTexts(draft)): string {
  const club = oneLine(draft.site.name)
  const hello = greeting(draft.person.name)
  return [
    hello ? `${hello}\n${lowerFirst(leadOf(draft))}` : leadOf(draft),
    ...itemsOf(draft, shifts, false),
    ...question(draft, shifts),
    ...laterPart(draft, shifts),
    calendarHint(draft),
    club,
    contactLine(draft.site),
    `You get this because you volunteer at ${club}. Choose which emails you get, or turn them off:\n${draft.unsubscribe_url}`,
  ].join('\n\n')
}

function itemsOf(draft: MessageDraft, shifts: readonly ShiftText[], later: boolean): string[] {
  const write = isList(draft.items) ? linesOf : (words: ShiftText) => blockOf(words, draft.kind === 'shift.cancelled')
  return draft.items.flatMap((item, at) =>
    (item.question === 'later') === later
      ? [[write(shifts[at]!), stillYours(item.shift)].filter(Boolean).join('\n')]
      : [],
  )
}

function laterPart(draft: MessageDraft, shifts: readonly ShiftText[]): string[] {
  const hint = laterHint(draft)
  if (!hint) return []
  const isAll = draft.items.every(({ question }) => question === 'later')
  return [...(isAll ? [] : [`${LATER}:`]), ...itemsOf(draft, shifts, true), `${hint}\n${ownShifts(draft)}`]
}

function question(draft: MessageDraft, shifts: readonly ShiftText[]): string[] {
  const { answer_url, items } = draft
  if (!answer_url) return []
  if (items.length === 1)
    return [`I’ll be there:\n${answer_url}?answer=confirmed\nI can’t come:\n${answer_url}?answer=declined\n${IF_NOT}`]
  const only = countAsked(draft) === 1 ? shifts[items.findIndex((item) => isAsked(draft, item))] : undefined
  return [`Reply about ${only ? only.date : 'each of them'}:\n${answer_url}\n${IF_NOT}`]
}

/** Writes shifts as blocks, or as lines in a list. */
export const shiftBlocks = (shifts: readonly ShiftText[]): string[] =>
  shifts.map((words) => (isList(shifts) ? linesOf(words) : blockOf(words, true)))

/** A shift in a list: day and time, then assignment and location. */
const linesOf = ({ label, date, time, zone, assignment, event, location, notes, changes }: ShiftText) =>
  [
    `${label && `${label}: `}${date}, ${time} (${zone})`,
    [assignment, event, location].filter(Boolean).join(' · '),
    ...changes,
    notes,
  ]
    .filter(Boolean)
    .join('\n')

/** The longest label and a space. */
const LABEL = 'Assignment: '.length

function blockOf(words: ShiftText, hidesLink: boolean): string {
  const lines: [string, string][] = [
    ['When', `${words.date}, ${words.time} (${words.zone})`],
    ['Event', words.event],
    ['Assignment', words.assignment],
    ['Location', words.location],
    ['With', words.crew],
    ['Contact', words.contact],
    ['Notes', words.notes.replaceAll('\n', `\n${' '.repeat(LABEL)}`)],
    ['More', hidesLink ? '' : words.url],
  ]
  return [
    ...(words.label ? [`${words.label}:`] : []),
    ...lines.filter(([, value]) => value).map(([name, value]) => `${`${name}:`.padEnd(LABEL)}${value}`),
    ...words.changes,
  ].join('\n')
}
