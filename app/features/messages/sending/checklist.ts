import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { TextCount } from '#server/messages/audience/answer-contract.ts'
import type { MessageCheck } from '#server/messages/checks/contract.ts'
import type { MessageLinks } from '#server/messages/links/contract.ts'
import { capNote, nobodyText } from '#server/messages/sending/rules.ts'
import type { MessageKind } from '../draft-state.ts'
import { countedBoth, countedMessages } from '../message-text.ts'

/** `stop`: it cannot be sent like this. */
export type CheckLine = { key: string; level: 'fine' | 'warn' | 'stop'; text: string }

/** `ago`: "yesterday". `quietUntil`: when a text written in quiet hours is sent, or null. */
export type Words = { ago: (instant: string) => string; quietUntil: string | null }

/** The findings about the text of an email, who gets only one of both, and what the text costs and leaves out. */
export type TextCheck = { check: MessageCheck; count: TextCount; cost: string; lost: string }

type Checked = { kind: MessageKind; subject: string; body: string; scheduled_for?: string | null }

/**
 * Facts to know before a message is sent, in reading order.
 * @param check the server's findings; null before they arrive.
 * @param links targets of its links; null until known.
 * @param text of an email that is a text too.
 */
export function checklist(
  { kind, subject, body, scheduled_for = null }: Checked,
  check: MessageCheck | null,
  words: Words,
  links: MessageLinks | null = null,
  text: TextCheck | null = null,
): CheckLine[] {
  return [
    ...written(kind, subject, body),
    ...(check
      ? [
          ...(text ? both(check, text) : recipients(kind, check)),
          ...(check.warning ? [line('audience', 'warn', check.warning)] : []),
          ...caps(kind, check, scheduled_for !== null),
          ...(text ? caps('sms', text.check, scheduled_for !== null, 'caps sms') : []),
          ...quiet(words),
          ...fields(check, text?.check),
          ...(links ? linkLines(links) : []),
          ...recent(check, words),
        ]
      : []),
  ]
}

export const mayBeSent = (lines: readonly CheckLine[]): boolean => lines.every(({ level }) => level !== 'stop')

function written(kind: MessageKind, subject: string, body: string): CheckLine[] {
  const missing = [...(kind === 'email' && !subject.trim() ? ['a subject'] : []), ...(body.trim() ? [] : ['a text'])]
  if (missing.length) return [line('written', 'stop', `It needs ${wordList(missing)}`)]
  if (kind === 'email' && isShouted(subject))
    return [line('written', 'warn', 'The subject is in capitals, which mail programs may treat as spam')]
  return [line('written', 'fine', kind === 'email' ? 'Subject and message are written' : 'The text is written')]
}

const MIN_LETTERS = 5

/** Whether a subject of some length has capitals only, ignoring fields in braces. */
export function isShouted(subject: string): boolean {
  const letters = subject.replace(/\{\{[^{}]{0,200}\}\}/g, '').match(/\p{L}/gu) ?? []
  const isUpper = (letter: string) => letter === letter.toUpperCase() && letter !== letter.toLowerCase()
  return letters.length >= MIN_LETTERS && letters.every(isUpper)
}

function recipients(kind: MessageKind, { receiving, matching }: MessageCheck): CheckLine[] {
  if (receiving === 0) return [line('nobody', 'stop', 'No one gets it. Choose who it goes to')]
  return [
    line(
      'receiving',
      'fine',
      `${countedMessages(kind, receiving)}, one for each person or shared ${kind === 'sms' ? 'number' : 'address'}`,
    ),
    ...excluded(matching - receiving),
  ]
}

/** An email and its text: both are sent, or neither. */
function both(check: MessageCheck, { check: text, count, cost, lost }: TextCheck): CheckLine[] {
  const none = (kind: MessageKind, { receiving }: MessageCheck): CheckLine[] =>
    receiving === 0 ? [line(`nobody ${kind}`, 'stop', nobodyText(kind, true).replace(/\.$/, ''))] : []
  const total = (list: TextCount['neither']) => list.reduce((sum, { count }) => sum + count, 0)
  const some = (key: string, list: TextCount['neither'], one: string, many: string): CheckLine[] =>
    total(list) ? [line(key, 'warn', `${number(total(list))} ${total(list) === 1 ? one : many}`)] : []
  return [
    ...none('email', check),
    ...none('sms', text),
    ...(check.receiving && text.receiving
      ? [line('receiving', 'fine', `${countedBoth(check.receiving, text.receiving)}, one for each address and number`)]
      : []),
    ...some('no-text', count.email_only, 'gets no text: they get the email', 'get no text: they get the email'),
    ...some('no-email', count.sms_only, 'gets no email: they get the text', 'get no email: they get the text'),
    ...some('excluded', count.neither, 'gets neither', 'get neither'),
    ...(cost ? [line('cost', 'fine', cost)] : []),
    ...(lost ? [line('lost', 'warn', lost)] : []),
  ]
}

function caps(kind: MessageKind, { receiving, caps }: MessageCheck, isLater: boolean, key = 'caps'): CheckLine[] {
  const note = receiving > 0 ? capNote(kind, receiving, caps, isLater) : null
  return note ? [line(key, receiving > caps.left ? 'stop' : 'warn', note)] : []
}

const quiet = ({ quietUntil }: Words): CheckLine[] =>
  quietUntil ? [line('quiet', 'warn', `That is in the quiet hours. The texts go out ${quietUntil}`)] : []

const excluded = (count: number): CheckLine[] =>
  count === 0
    ? []
    : [line('excluded', 'warn', count === 1 ? '1 person won’t get it' : `${number(count)} people won’t get it`)]

/** @param text of an email that is a text too: its fields that only the text's recipients lack. */
function fields(check: MessageCheck, text?: MessageCheck): CheckLine[] {
  const known = new Set(check.missing.map(({ field }) => field))
  const more = text?.missing.filter(({ field }) => !known.has(field)) ?? []
  return [...missingLines(check), ...(text ? missingLines({ ...text, missing: more }) : [])]
}

function missingLines({ missing, receiving }: MessageCheck): CheckLine[] {
  return missing.map(({ field, label, people, names }) => {
    const more = people - names.length
    const whom =
      people === receiving
        ? 'everyone'
        : wordList([...names, ...(more > 0 ? [more === 1 ? '1 more' : `${number(more)} more`] : [])])
    return line(`field ${field}`, 'warn', `${label} is empty for ${whom}`)
  })
}

const MAX_SHOWN = 80

function linkLines({ problems, more, checked }: MessageLinks): CheckLine[] {
  const lines = problems.map(({ address, status }) => {
    const shown = address.length > MAX_SHOWN ? `${cutText(address, MAX_SHOWN)}…` : address
    const text = status === null ? 'could not be checked, so please open it yourself' : `answers ${status}`
    return line(`link ${address}`, 'warn', `${shown} ${text}`)
  })
  if (checked > 0 && !lines.length)
    lines.push(line('links', 'fine', checked === 1 ? 'The link works' : `All ${checked} links work`))
  if (more > 0)
    lines.push(line('links more', 'warn', `${more === 1 ? '1 link was' : `${number(more)} links were`} not checked`))
  return lines
}

function recent({ recent, receiving }: MessageCheck, { ago }: Words): CheckLine[] {
  if (!recent?.people) return []
  const whom =
    receiving === 1 ? 'They' : recent.people === receiving ? 'All of them' : `${number(recent.people)} of them`
  return [line('recent', 'warn', `${whom} already got a message, the last ${ago(recent.at)}`)]
}

const line = (key: string, level: CheckLine['level'], text: string): CheckLine => ({ key, level, text })
const number = (n: number) => n.toLocaleString('en-GB')
