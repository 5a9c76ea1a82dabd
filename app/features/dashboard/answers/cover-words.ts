import type { OwnSearch } from '#server/cover/own.ts'

/** Says what comes next in a search. @param at the local time of the next group, in words. */
export function nextText(state: OwnSearch['state'], at: string | null): string {
  if (state === 'searching' && at) return `The next people are asked on ${at}.`
  if (state === 'searching') return 'We keep asking.'
  if (state === 'paused') return 'A coordinator has paused the search.'
  if (state === 'exhausted') return 'Everybody suitable was asked. The coordinators look for somebody now.'
  return 'The coordinators know that you can’t come.'
}
