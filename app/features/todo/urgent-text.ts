import { countText } from '#app/ui/count-text.ts'
import type { ToDoList } from '#server/todo/contract.ts'

type Forms = readonly [one: string, many: string]

/** A sentence for the most urgent kind, a noun for the others. */
const WORDS: Record<string, readonly [sentence: Forms, noun: Forms]> = {
  gap: [
    ['shift has no one left to ask', 'shifts have no one left to ask'],
    ['shift without cover', 'shifts without cover'],
  ],
  decide: [
    ['event needs a decision', 'events need a decision'],
    ['decision', 'decisions'],
  ],
  silent: [
    ['person hasn’t replied', 'people haven’t replied'],
    ['missing reply', 'missing replies'],
  ],
  request: [
    ['request is waiting for an answer', 'requests are waiting for an answer'],
    ['request', 'requests'],
  ],
  times: [
    ['person has asked for different times', 'people have asked for different times'],
    ['request for different times', 'requests for different times'],
  ],
  swap: [
    ['swap is waiting for approval', 'swaps are waiting for approval'],
    ['swap', 'swaps'],
  ],
  registration: [
    ['person is waiting to join', 'people are waiting to join'],
    ['registration', 'registrations'],
  ],
  unreached: [
    ['person can’t be reached', 'people can’t be reached'],
    ['person not reached', 'people not reached'],
  ],
  draft: [
    ['event has unpublished shifts', 'events have unpublished shifts'],
    ['unpublished event', 'unpublished events'],
  ],
  outside: [
    ['event was moved without some of its shifts', 'events were moved without some of their shifts'],
    ['event with shifts at other times', 'events with shifts at other times'],
  ],
  message: [
    ['message isn’t finished', 'messages aren’t finished'],
    ['unfinished message', 'unfinished messages'],
  ],
  unfit: [
    ['person isn’t qualified for a coming shift', 'people aren’t qualified for coming shifts'],
    ['person not qualified', 'people not qualified'],
  ],
}

/** Kinds that are named after the first. */
const SHOWN = 2

const OTHER: Forms = ['thing to do', 'things to do']

/** "1 shift has no one left to ask. Then 1 decision, 17 requests and 4 more."; null with nothing to do. */
export function urgentText({ kinds, items }: Pick<ToDoList, 'kinds' | 'items'>): string | null {
  const first = kinds.find(({ kind }) => kind === items[0]?.kind)
  if (!first) return null
  const text = ({ kind, count }: { kind: string; count: number }, form: 0 | 1) =>
    countText(count, ...(WORDS[kind]?.[form] ?? OTHER))
  const others = kinds.filter((one) => one !== first)
  const more = others.slice(SHOWN).reduce((sum, { count }) => sum + count, 0)
  const named = others.slice(0, SHOWN).map((one) => text(one, 1))
  const rest = named.join(', ') + (more ? ` and ${more} more` : '')
  return `${text(first, 0)}.${rest && ` Then ${rest}.`}`
}
