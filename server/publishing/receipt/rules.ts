import type { Channel, DeliveryState } from '#server/deliveries/contract.ts'
import { deliveryWords } from '#server/deliveries/words.ts'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import type { ReceiptPerson, ReceiptState } from './contract.ts'

/** A message about a shift of the event. Instants are ISO. */
export type SentFact = {
  shift: number
  channel: Channel
  state: DeliveryState
  reason: string | null
  at: string
}

export type HeldFact = { answer: ShiftAnswer | null; answered_at: string | null }

export type PersonFacts = {
  held: readonly HeldFact[]
  /** Messages to them, oldest first. */
  sent: readonly SentFact[]
  /** Why no message about shifts reaches them now; empty if one does. */
  unreachable: string
}

const LOST: readonly DeliveryState[] = ['bounced', 'failed', 'skipped', 'missed', 'complained']
/** The furthest state of several messages counts. */
const FURTHEST: readonly [ReceiptState, readonly DeliveryState[]][] = [
  ['delivered', ['delivered']],
  ['sent', ['sent', 'unknown']],
  ['waiting', ['queued', 'sending']],
]

/** Returns the state of a person: answers outrank deliveries, and a channel that arrived outranks one that did not. */
export function receiptState({ held, sent, unreachable }: PersonFacts): Pick<ReceiptPerson, 'state' | 'at' | 'why'> {
  const away = held.find(({ answer }) => answer === 'seeking_cover')
  if (away) return { state: 'seeking_cover', at: away.answered_at, why: '' }
  if (held.length && held.every(({ answer }) => answer === 'confirmed'))
    return { state: 'confirmed', at: latest(held.map(({ answered_at }) => answered_at)), why: '' }
  for (const [state, states] of FURTHEST) {
    const messages = sent.filter((message) => states.includes(message.state))
    if (messages.length) return { state, at: latest(messages.map(({ at }) => at)), why: '' }
  }
  const lost = sent.filter((message) => LOST.includes(message.state))
  if (lost.length)
    return { state: 'not_reached', at: latest(lost.map(({ at }) => at)), why: whyLost(lost, unreachable) }
  return unreachable ? { state: 'not_reached', at: null, why: unreachable } : { state: 'no_message', at: null, why: '' }
}

const latest = (instants: readonly (string | null)[]): string | null =>
  instants.reduce<string | null>((last, at) => (at !== null && (last === null || at > last) ? at : last), null)

/** Returns the last failure of each channel or, if outdated, why they are unreachable now. */
function whyLost(lost: readonly SentFact[], unreachable: string): string {
  const last = new Map(lost.map((message) => [message.channel, message]))
  return (
    [...last.values()].map(({ channel, state, reason }) => deliveryWords({ channel, state, reason })).join(' ') ||
    unreachable
  )
}

const ORDER: Record<ReceiptState, number> = {
  not_reached: 0,
  seeking_cover: 1,
  delivered: 2,
  sent: 2,
  waiting: 3,
  confirmed: 4,
  no_message: 5,
}

/** Sorts by state, then name: people who need a coordinator first, unanswered before confirmed. */
export const inReceiptOrder = (people: readonly ReceiptPerson[]): ReceiptPerson[] =>
  [...people].sort((a, b) => ORDER[a.state] - ORDER[b.state] || compareNames(a.name, b.name) || a.person - b.person)
