import type { OwnSearch } from '#server/cover/own.ts'

/** Describes the next step of a search. @param at the local time of the next group, as text. */
export function nextText(state: OwnSearch['state'], at: string | null): string {
  if (state === 'searching' && at) return `The next people will be asked on ${at}.`
  if (state === 'searching') return 'We’re still asking.'
  if (state === 'paused') return 'A coordinator has paused it.'
  if (state === 'exhausted') return 'Everyone suitable has been asked. The coordinators are looking for someone now.'
  return 'The coordinators know that you can’t come.'
}
