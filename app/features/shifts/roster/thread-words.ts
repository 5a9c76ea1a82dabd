import { askedText } from '#app/features/cover/asked-text.ts'
import type { ThreadEntry } from '#server/answers/thread/contract.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'

/** One line of a thread: the event, details, and its ISO instant. */
export type ThreadLine = {
  at: string
  icon: 'published' | 'message' | 'yes' | 'no' | 'asked' | 'search' | 'next'
  what: string
  more: string
}

type Message = Extract<ThreadEntry, { kind: 'message' }>
type Answer = Extract<ThreadEntry, { kind: 'answer' }>
type Search = Extract<ThreadEntry, { kind: 'search' }>

/** Messages of one kind to one person within this time share a line. */
const TOGETHER_MS = 15 * 60_000
const CHANNEL_WORDS: Record<string, string> = { email: 'email', sms: 'text' }

/**
 * Formats a thread, the earliest first, with the next step at its end.
 * @param person name of the shift's current person.
 */
export function threadLines(entries: readonly ThreadEntry[], person: string | null): ThreadLine[] {
  const lines: ThreadLine[] = []
  let last: { messages: Message[]; line: ThreadLine } | null = null
  for (const entry of entries) {
    if (entry.kind === 'message') {
      const first = last?.messages[0]
      if (last && first && isTogether(first, entry)) {
        last.messages.push(entry)
        Object.assign(last.line, messageWords(last.messages, person))
        continue
      }
      const line: ThreadLine = { at: entry.at, icon: 'message', ...messageWords([entry], person) }
      last = { messages: [entry], line }
      lines.push(line)
      continue
    }
    last = null
    if (entry.kind === 'published')
      lines.push({
        at: entry.at,
        icon: 'published',
        what: entry.by ? `Published by ${entry.by}` : 'Published',
        more: '',
      })
    if (entry.kind === 'answer') lines.push(answerLine(entry, person))
    if (entry.kind === 'search') lines.push(...searchLines(entry))
  }
  return lines
}

const isTogether = (one: Message, other: Message) =>
  one.message === other.message &&
  one.person === other.person &&
  Date.parse(other.at) - Date.parse(one.at) < TOGETHER_MS

function messageWords(messages: readonly Message[], person: string | null): Pick<ThreadLine, 'what' | 'more'> {
  const { title, person: to } = messages[0]!
  const channels = wordList(messages.map(({ channel }) => CHANNEL_WORDS[channel] ?? channel))
  const states = new Set(messages.map(({ state }) => state))
  const state =
    states.size === 1
      ? messages[0]!.state
      : messages.map((one) => `${CHANNEL_WORDS[one.channel]} ${one.state}`).join(', ')
  return {
    what: `${title}, by ${channels}${to && to !== person ? `, to ${to}` : ''}`,
    more: capitalise(state),
  }
}

/** Name of the person who released the shift, if that is its last entry; null otherwise. */
export function releasedBy(entries: readonly ThreadEntry[]): string | null {
  const last = entries.findLast((entry) => entry.kind === 'answer')
  return last?.answer === 'released' ? last.person : null
}

const ANSWERS = {
  asked: ['asked', 'Answer withdrawn'],
  confirmed: ['yes', 'Coming'],
  seeking_cover: ['no', 'Can’t come, needs cover'],
  released: ['no', 'Taken off the shift'],
} as const

function answerLine({ at, answer, person, by, via, reason }: Answer, holder: string | null): ThreadLine {
  const [icon, what] = ANSWERS[answer]
  const how = via === 'link' ? 'by a link in a message' : by === null || by === person ? '' : `recorded by ${by}`
  return {
    at,
    icon,
    what: [person !== holder && person, what].filter(Boolean).join(': '),
    more: [reason && `“${reason}”`, how].filter(Boolean).join(', '),
  }
}

const ENDS: Partial<Record<Search['state'], string>> = {
  stopped: 'Stopped asking',
  exhausted: 'No one is left to ask',
  paused: 'Asking paused',
}

function searchLines({
  at,
  by,
  state,
  asked,
  declined,
  unreached,
  covered_by,
  next_rung_at,
  ended_at,
}: Search): ThreadLine[] {
  const start: ThreadLine = {
    at,
    icon: 'search',
    what: by ? `Cover asked for by ${by}` : 'Cover asked for',
    more: askedText({ asked, declined, unreached }),
  }
  if (covered_by) return [start, { at: ended_at ?? at, icon: 'yes', what: `Covered by ${covered_by}`, more: '' }]
  if (next_rung_at) return [start, { at: next_rung_at, icon: 'next', what: 'The next people are asked', more: '' }]
  return ENDS[state] ? [start, { at: ended_at ?? at, icon: 'search', what: ENDS[state], more: '' }] : [start]
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
