import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import type { Place } from './duties.ts'
import classes from './suggestion.module.css'
import { Reasons, SuggestionList } from './suggestion-list.tsx'
import type { useSuggestions } from './use-suggestions.ts'

/** People who hold another place at the same time on this very screen, saved or not. */
export function takenBeside(place: Place, places: readonly Place[]): ReadonlySet<number> {
  const { start, end } = place.fields
  return new Set(
    places.flatMap(({ key, state, fields }) =>
      key !== place.key && state !== 'removed' && fields.person !== null && fields.start < end && fields.end > start
        ? [fields.person]
        : [],
    ),
  )
}

const ON_IT = { code: 'on_it', words: 'Already on this event at that time' } as const

const withStaged = (one: Suggestion, taken: ReadonlySet<number>): Suggestion =>
  taken.has(one.person) && !one.against.some(({ code }) => code === 'on_it')
    ? { ...one, fits: false, against: [...one.against, ON_IT], for: one.for.filter(({ code }) => code !== 'free') }
    : one

/** Under the person's field: who could do it. On a place that is taken they stay folded, since nobody is looked for. */
export function PlaceSuggestions({
  found,
  chosen,
  taken,
  onAssign,
}: {
  found: ReturnType<typeof useSuggestions>
  chosen: number | null
  taken: ReadonlySet<number>
  onAssign: (one: Suggestion) => void
}) {
  const suggestions = found.suggestions.map((one) => withStaged(one, taken))
  const current = suggestions.find(({ person }) => person === chosen)
  if (found.failed) return <p className={classes.note}>Suggestions could not be loaded.</p>
  if (chosen === null)
    return found.suggestions.length || !found.loading ? (
      <SuggestionList suggestions={suggestions} chosen={chosen} onAssign={onAssign} />
    ) : (
      <p className={classes.note}>Looking for people…</p>
    )
  return (
    <>
      {current && <Reasons one={current} />}
      <details>
        <summary className={classes.note}>Somebody else</summary>
        <SuggestionList suggestions={suggestions} chosen={chosen} onAssign={onAssign} />
      </details>
    </>
  )
}
