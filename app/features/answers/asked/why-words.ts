import type { SerializeFrom } from '@remix-run/node'
import type { OwnAsk } from '#server/cover/own.ts'
import { askedLine, whyLines } from '#server/cover/why/rules.ts'

type Facts = Pick<SerializeFrom<OwnAsk>, 'instead_of' | 'competencies' | 'free' | 'asked' | 'last_asked'>

/**
 * Explains why someone is asked to cover, and the effect, one sentence per line.
 * @param dayOf formats the local day of an instant.
 */
export const askLines = (facts: Facts, dayOf: (instant: string) => string): string[] => [
  ...(facts.instead_of ? [`${facts.instead_of} can’t come.`] : []),
  ...whyLines(facts, dayOf),
  askedLine(facts.asked),
  'You don’t have to say why, and it won’t count against you.',
]
