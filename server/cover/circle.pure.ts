/** Why somebody is in a wider circle than the one a search asks by itself. */
export type CircleKind = 'asked_before' | 'lapsed' | 'if_required' | 'rest'

export type Circle = {
  kind: CircleKind
  /** `until`: the last day on which they held what the shift needs, `YYYY-MM-DD`. */
  people: { person: number; name: string; until: string | null }[]
}

type LeftOut = { person: number; name: string; obstacles: readonly { code: string }[]; lapsed: string | null }
type Candidate = { person: number; name: string; availability: string }

/** How many days ago papers may have run out. */
const LAPSED_DAYS = 60
const DAY_MS = 86_400_000

/**
 * Lists whom a coordinator could ask although a search does not: those whom an earlier search asked without an answer, those whose papers ran out
 * less than 60 days ago, those who would have too little rest, and those of the candidates left who come only if needed. Somebody who has another
 * obstacle too is in none of them.
 * @param today the site's day, `YYYY-MM-DD`.
 */
export function widerCircles(leftOut: readonly LeftOut[], candidates: readonly Candidate[], today: string): Circle[] {
  const oldest = new Date(Date.parse(today) - LAPSED_DAYS * DAY_MS).toISOString().slice(0, 10)
  const only = (code: string) =>
    leftOut.filter(({ obstacles }) => obstacles.length === 1 && obstacles[0]!.code === code)
  const withOnly = (code: string) => only(code).map(({ person, name }) => ({ person, name, until: null }))
  const circles: Circle[] = [
    { kind: 'asked_before', people: withOnly('asked_before') },
    {
      kind: 'lapsed',
      people: only('unqualified')
        .filter(({ lapsed }) => lapsed !== null && lapsed > oldest)
        .map(({ person, name, lapsed }) => ({ person, name, until: lapsed })),
    },
    {
      kind: 'if_required',
      people: candidates
        .filter(({ availability }) => availability === 'if_required')
        .map(({ person, name }) => ({ person, name, until: null })),
    },
    { kind: 'rest', people: withOnly('rest') },
  ]
  return circles.filter(({ people }) => people.length)
}
