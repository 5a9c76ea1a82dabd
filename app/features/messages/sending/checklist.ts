import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { MessageCheck } from '#server/messages/checks/contract.ts'
import type { MessageLinks } from '#server/messages/links/contract.ts'
import { capNote } from '#server/messages/sending/rules.ts'
import type { MessageKind } from '../draft-state.ts'
import { countedMessages } from './counted-messages.ts'

/** `stop`: it cannot be sent like this. */
export type CheckLine = { key: string; level: 'fine' | 'warn' | 'stop'; text: string }

/** `ago`: "yesterday". `quietUntil`: when a text written in quiet hours is sent, or null. */
export type Words = { ago: (instant: string) => string; quietUntil: string | null }

type Checked = { kind: MessageKind; subject: string; body: string; scheduled_for?: string | null }

/**
 * Facts to know before a message is sent, in reading order.
 * @param check the server's findings; null before they arrive.
 * @param links targets of its links; null until known.
 */
export function checklist(
  { kind, subject, body, scheduled_for = null }: Checked,
  check: MessageCheck | null,
  words: Words,
  links: MessageLinks | null = null,
): CheckLine[] {
  return [
    ...written(kind, subject, body),
    ...(check
      ? [
          ...recipients(kind, check),
          ...(check.warning ? [line('audience', 'warn', check.warning)] : []),
          ...caps(kind, check, scheduled_for !== null),
          ...quiet(words),
          ...fields(check),
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

function caps(kind: MessageKind, { receiving, caps }: MessageCheck, isLater: boolean): CheckLine[] {
  const note = receiving > 0 ? capNote(kind, receiving, caps, isLater) : null
  return note ? [line('caps', receiving > caps.left ? 'stop' : 'warn', note)] : []
}

const quiet = ({ quietUntil }: Words): CheckLine[] =>
  quietUntil ? [line('quiet', 'warn', `That is in the quiet hours. The texts go out ${quietUntil}`)] : []

const excluded = (count: number): CheckLine[] =>
  count === 0
    ? []
    : [line('excluded', 'warn', count === 1 ? '1 person won’t get it' : `${number(count)} people won’t get it`)]

function fields({ missing, receiving }: MessageCheck): CheckLine[] {
  if (!missing.length) return []
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
