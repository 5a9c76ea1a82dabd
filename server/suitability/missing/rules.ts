import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'

export type Need = { id: number; name: string }

/** Ids of competencies by role and by assignment that requires any, and their names. */
export type Requirements = Record<'roles' | 'assignments', Readonly<Record<number, readonly number[]>>> & {
  competencies: Readonly<Record<number, string>>
}

/** `until`: the last valid day; null when never held. */
export type MissingCompetency = { name: string; until: string | null }

export type Unfit = { inactive: boolean; missing: readonly MissingCompetency[] }

/** By competency: the last valid day of its newest record; null if it never expires. */
export type Held = Readonly<Record<number, string | null>>

/** Lists what a shift's role and assignment require together, by name. `neededSql` in TypeScript, for shifts not saved. */
export function needsOf(
  { role, assignment }: { role: number | null; assignment: number | null },
  { roles, assignments, competencies }: Requirements,
): Need[] {
  const ids = [...(roles[role ?? 0] ?? []), ...(assignments[assignment ?? 0] ?? [])]
  return [...new Set(ids)]
    .map((id) => ({ id, name: competencies[id] ?? '' }))
    .sort((a, b) => compareNames(a.name, b.name))
}

/** Lists required competencies that are missing or expire before the shift's last day, `YYYY-MM-DD`. */
export const missingCompetencies = (needs: readonly Need[], held: Held, lastDay: string): MissingCompetency[] =>
  needs.flatMap(({ id, name }): MissingCompetency[] => {
    const until = held[id]
    if (until === undefined) return [{ name, until: null }]
    return until !== null && until < lastDay ? [{ name, until }] : []
  })

/** Returns the last day of wall-clock times (`YYYY-MM-DDTHH:MM`), consistent with `daysOf`. */
export function lastWallDay({ start, end }: { start: string; end: string }): string {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  const touched = end.slice(11, 16) === '00:00' ? dayAfter(last, -1) : last
  const [, day = first] = [first, touched, dayAfter(first, 59)].sort()
  return day
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const NOT_ACTIVE_WORDS = 'Not active'

/** Formats a day, `YYYY-MM-DD`, for the reader. */
type DayWords = (day: string) => string

/** Formats missing competencies briefly, with their ends. */
export const missingBriefly = (missing: readonly MissingCompetency[], dayWords: DayWords): string =>
  missing.map(({ name, until }) => (until ? `${name} ended ${dayWords(until)}` : `No ${name}`)).join(', ')

/** Describes missing competencies to the person. @param today the site's day, `YYYY-MM-DD`. */
export const missingInFull = (missing: readonly MissingCompetency[], today: string, dayWords: DayWords): string =>
  missing
    .map(({ name, until }) =>
      until
        ? `Needs ${name}. Yours ${until < today ? 'ran' : 'runs'} out on ${dayWords(until)}.`
        : `Needs ${name}, which you don’t have.`,
    )
    .join(' ')

export const unfitWords = ({ inactive, missing }: Unfit, dayWords: DayWords): string =>
  [inactive && NOT_ACTIVE_WORDS, missingBriefly(missing, dayWords)].filter(Boolean).join(', ')
