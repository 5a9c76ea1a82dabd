/** A competency that a shift needs. */
export type Need = { id: number; name: string }

/** `until`: the last valid day of a competency that was held, null for one that never was. */
export type MissingCompetency = { name: string; until: string | null }

/** What keeps the person on a coming shift from doing it, apart from their time. */
export type Unfit = { inactive: boolean; missing: readonly MissingCompetency[] }

/** The last valid day of the newest record of each competency, by its id; null for one that never expires. */
export type Held = Readonly<Record<number, string | null>>

/** Lists the needed competencies that are missing or run out before the last day of a shift, `YYYY-MM-DD`. */
export const missingCompetencies = (needs: readonly Need[], held: Held, lastDay: string): MissingCompetency[] =>
  needs.flatMap(({ id, name }): MissingCompetency[] => {
    const until = held[id]
    if (until === undefined) return [{ name, until: null }]
    return until !== null && until < lastDay ? [{ name, until }] : []
  })

/** Returns the last day of a shift by its times on the wall clock, `YYYY-MM-DDTHH:MM`, as `daysOf` counts them. */
export function lastWallDay({ start, end }: { start: string; end: string }): string {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  const touched = end.slice(11, 16) === '00:00' ? dayAfter(last, -1) : last
  const [, day = first] = [first, touched, dayAfter(first, 59)].sort()
  return day
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const NOT_ACTIVE_WORDS = 'Not active'

/** Names the missing competencies and when they ended, briefly. */
export const missingBriefly = (missing: readonly MissingCompetency[]): string =>
  missing.map(({ name, until }) => (until ? `${name} ended ${dayWords(until, 'short')}` : `No ${name}`)).join(', ')

/** Says to the person which competencies they miss. @param today the site's day, `YYYY-MM-DD`. */
export const missingInFull = (missing: readonly MissingCompetency[], today: string): string =>
  missing
    .map(({ name, until }) =>
      until
        ? `Needs ${name}. Yours ${until < today ? 'ran' : 'runs'} out on ${dayWords(until, 'long')}.`
        : `Needs ${name}, which you do not hold.`,
    )
    .join(' ')

/** Says to coordinators what keeps somebody from a shift. */
export const unfitWords = ({ inactive, missing }: Unfit): string =>
  [inactive && NOT_ACTIVE_WORDS, missingBriefly(missing)].filter(Boolean).join(', ')

/** Writes a day for people: "9 Jul 2027", or with the whole month. */
const dayWords = (date: string, month: 'short' | 'long'): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
