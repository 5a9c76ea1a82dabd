import { wordList } from '#server/engine/kernel/word-list.pure.ts'

export type Why = {
  competencies: string[]
  /** Whether they have no other published shift at that time. */
  free: boolean
  /** When they were last asked to cover another shift, ISO; null for never. */
  last_asked: string | null
}

/**
 * Formats the reasons, one sentence a line.
 * @param dayOf writes the local day of an instant.
 */
export const whyLines = ({ competencies, free, last_asked }: Why, dayOf: (instant: string) => string): string[] => [
  ...(competencies.length ? [`You hold ${wordList(competencies)}.`] : []),
  free ? 'You have no other shift at that time.' : 'You have another shift at that time.',
  last_asked ? `You were last asked to cover on ${dayOf(last_asked)}.` : 'You haven’t been asked to cover before.',
]

export const askedLine = (asked: number): string =>
  asked > 1 ? `First to say yes gets it (${asked} people asked).` : 'You’re the only one asked so far.'
