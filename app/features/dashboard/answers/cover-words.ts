import type { OwnSearch } from '#server/cover/own.ts'

/** Describes the next step of a search. @param at the local time of the next group, as text. */
export function nextText(state: OwnSearch['state'], at: string | null): string {
  if (state === 'searching' && at) return `The next people are asked on ${at}.`
  if (state === 'searching') return 'We keep asking.'
  if (state === 'paused') return 'A coordinator has paused the search.'
  if (state === 'exhausted') return 'Everybody suitable was asked. The coordinators look for somebody now.'
  return 'The coordinators know that you can’t come.'
}
