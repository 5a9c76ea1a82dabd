/** Why a person is outside the automatic search. */
export type CircleKind = 'asked_before' | 'lapsed' | 'if_required' | 'rest'

export type Circle = {
  kind: CircleKind
  /** `until`: last day on which they held what the shift needs, `YYYY-MM-DD`. */
  people: { person: number; name: string; until: string | null }[]
}

type LeftOut = { person: number; name: string; obstacles: readonly { code: string }[]; lapsed: string | null }
type Candidate = { person: number; name: string; availability: string }

const LAPSED_DAYS = 60
const DAY_MS = 86_400_000

/**
 * Lists people a coordinator may ask although the search does not: asked earlier without an answer, competency lapsed
 * within 60 days, too little rest, or only if needed. Excludes people with any other obstacle.
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
