import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconClockHour4,
  IconMailForward,
  IconMinus,
  IconUserSearch,
} from '@tabler/icons-react'
import { countText } from '#app/ui/count-text.ts'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import type { ReceiptPerson, ReceiptState } from '#server/publishing/receipt/contract.ts'

type Words = { tone: Tone; icon: Icon; word: string }

export const RECEIPT_WORDS: Record<ReceiptState, Words> = {
  confirmed: { tone: 'green', icon: IconCircleCheck, word: 'Confirmed' },
  seeking_cover: { tone: 'amber', icon: IconUserSearch, word: 'Needs cover' },
  delivered: { tone: 'brand', icon: IconCheck, word: 'Delivered' },
  sent: { tone: 'slate', icon: IconMailForward, word: 'Sent' },
  waiting: { tone: 'slate', icon: IconClockHour4, word: 'Waiting to be sent' },
  not_reached: { tone: 'red', icon: IconAlertTriangle, word: 'Not reached' },
  no_message: { tone: 'slate', icon: IconMinus, word: 'Knew already' },
}

export type Figure = { key: string; tone: Tone; icon: Icon; word: string; count: number }

const FIGURES: readonly [key: string, word: string, states: readonly ReceiptState[]][] = [
  ['confirmed', 'confirmed', ['confirmed']],
  ['seeking_cover', 'needs cover', ['seeking_cover']],
  ['delivered', 'no reply yet', ['delivered', 'sent', 'no_message']],
  ['waiting', 'on its way', ['waiting']],
  ['not_reached', 'not reached', ['not_reached']],
]

/** The five figures of a receipt; everyone is counted in one of them. */
export const figuresOf = (people: readonly Pick<ReceiptPerson, 'state'>[]): Figure[] =>
  FIGURES.map(([key, word, states]) => ({
    key,
    word: key === 'seeking_cover' && countOf(people, states) !== 1 ? 'need cover' : word,
    tone: RECEIPT_WORDS[key as ReceiptState].tone,
    icon: RECEIPT_WORDS[key as ReceiptState].icon,
    count: countOf(people, states),
  }))

const countOf = (people: readonly Pick<ReceiptPerson, 'state'>[], states: readonly ReceiptState[]) =>
  people.filter(({ state }) => states.includes(state)).length

/** The people of a receipt in the order of its figures, one segment per person. */
export const segmentsOf = (people: readonly Pick<ReceiptPerson, 'state'>[]): string[] =>
  FIGURES.flatMap(([key, , states]) => people.filter(({ state }) => states.includes(state)).map(() => key))

export const peopleText = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** "13 people: 13 emails, 8 texts" */
export function reachText(people: number, { emails, texts }: { emails: number; texts: number }): string {
  if (!people) return 'no one'
  const messages = [emails && countText(emails, 'email'), texts && countText(texts, 'text')].filter(Boolean)
  return `${peopleText(people)}: ${messages.join(', ')}`
}
