import type { OwnSearch } from '#server/cover/own.ts'

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** Says how far the search for somebody is: "6 asked, 2 said no, 4 have not answered". */
export function askedText({ asked, declined }: Pick<OwnSearch, 'asked' | 'declined'>): string {
  if (asked === 0) return 'Nobody was asked yet'
  const silent = asked - declined
  return [
    many(asked, 'person asked', 'people asked'),
    ...(declined ? [`${declined} said no`] : []),
    ...(silent ? [`${silent} ${silent === 1 ? 'has' : 'have'} not answered`] : []),
  ].join(', ')
}

/** Says what comes next in a search. @param at the local time of the next group, in words. */
export function nextText(state: OwnSearch['state'], at: string | null): string {
  if (state === 'searching' && at) return `The next people are asked on ${at}.`
  if (state === 'searching') return 'We keep asking.'
  if (state === 'paused') return 'A coordinator has paused the search.'
  if (state === 'exhausted') return 'Everybody suitable was asked. The coordinators look for somebody now.'
  return 'The coordinators know that you can’t come.'
}
