/** A place of the file among interchangeable ones: the person it names (null: open), and what else it says. */
export type Wanted = { person: number | null; location: string | null; notes: string | null }
/** A place of the roster. Location is the key of its name. */
export type Place = { person: number | null; location: string; notes: string }

export type Match<P> =
  /** The place is as the file says. */
  | { kind: 'same'; place: P }
  /** The place is open and the file names somebody. */
  | { kind: 'assign'; place: P }
  /** Somebody else holds the place; an import never takes it from them. */
  | { kind: 'held'; place: P }

/**
 * Pairs places of the file with those of the roster, each at most once: first whom the file and the roster both name,
 * then named people on open places, open on open, open on held, and last named people on places of others. What is left
 * of the file are new places. Importing a file again therefore pairs everything as 'same'.
 */
export function matchPlaces<W extends Wanted, P extends Place>(
  wanted: readonly W[],
  places: readonly P[],
): Map<W, Match<P>> {
  const matches = new Map<W, Match<P>>()
  const free = new Set(places)
  const pair = (kind: Match<P>['kind'], mine: (w: W) => boolean, fits: (w: W, p: P) => boolean) => {
    for (const w of wanted) {
      if (free.size === 0) return
      if (matches.has(w) || !mine(w)) continue
      const place = best(free, w, (p) => fits(w, p))
      if (!place) continue
      free.delete(place)
      matches.set(w, { kind, place })
    }
  }
  const named = (w: W) => w.person !== null
  const open = (w: W) => w.person === null
  pair('same', named, (w, p) => p.person === w.person)
  pair('assign', named, (_, p) => p.person === null)
  pair('same', open, (_, p) => p.person === null)
  pair('held', open, (_, p) => p.person !== null)
  pair('held', named, (_, p) => p.person !== null)
  return matches
}

function best<P extends Place>(places: Iterable<P>, wanted: Wanted, fits: (place: P) => boolean): P | undefined {
  let found: { place: P; score: number } | undefined
  for (const place of places) {
    if (!fits(place)) continue
    const score =
      Number((wanted.location ?? place.location) === place.location) * 2 +
      Number((wanted.notes ?? place.notes) === place.notes)
    if (score === 3) return place
    if (!found || score > found.score) found = { place, score }
  }
  return found?.place
}
