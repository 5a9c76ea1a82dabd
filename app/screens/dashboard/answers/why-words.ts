import type { SerializeFrom } from '@remix-run/node'
import type { OwnAsk } from '#server/cover/own.ts'
import { wordList } from '../../../ui/word-list.ts'

type Why = Pick<SerializeFrom<OwnAsk>, 'instead_of' | 'competencies' | 'free' | 'asked' | 'last_asked'>

/** Says why somebody is asked to cover, one sentence a line. @param dayOf writes the local day of an instant. */
export const whyLines = (
  { instead_of, competencies, free, asked, last_asked }: Why,
  dayOf: (instant: string) => string,
): string[] => [
  ...(instead_of ? [`${instead_of} can’t come.`] : []),
  ...(competencies.length ? [`You hold ${wordList(competencies)}.`] : []),
  free ? 'You have no other shift at that time.' : 'You have another shift at that time.',
  last_asked ? `You were last asked to cover on ${dayOf(last_asked)}.` : 'You were never asked to cover before.',
  asked > 1 ? `${asked} people are asked; the first yes has it.` : 'You are the only one asked so far.',
  'A no needs no reason and counts against nobody.',
]
