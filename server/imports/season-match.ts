/** A shift of the file among interchangeable ones: the person it names (null: open), and its other fields. */
export type FileShift = { person: number | null; location: string | null; notes: string | null }
/** A stored shift of the roster. Location is the key of its name. */
export type RosterEntry = { person: number | null; location: string; notes: string }

export type Match<P> =
  /** The shift is as in the file. */
  | { kind: 'same'; place: P }
  /** The shift is open and the file names somebody. */
  | { kind: 'assign'; place: P }
  /** Somebody else holds the shift; an import never takes it from them. */
  | { kind: 'held'; place: P }

/**
 * Matches shifts of the file with those of the roster, each at most once: first people whom both name, then named people with
 * open shifts, open with open, open with held, and last named people with shifts of others. The remaining shifts of the file
 * are new. Importing a file again therefore matches everything as 'same'.
 */
export function matchShifts<W extends FileShift, P extends RosterEntry>(
  fileShifts: readonly W[],
  rosterEntries: readonly P[],
): Map<W, Match<P>> {
  const matches = new Map<W, Match<P>>()
  const free = new Set(rosterEntries)
  const pair = (kind: Match<P>['kind'], mine: (w: W) => boolean, fits: (w: W, p: P) => boolean) => {
    for (const w of fileShifts) {
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

function best<P extends RosterEntry>(
  rosterEntries: Iterable<P>,
  fileShift: FileShift,
  fits: (place: P) => boolean,
): P | undefined {
  let bestMatch: { place: P; score: number } | undefined
  for (const place of rosterEntries) {
    if (!fits(place)) continue
    const score =
      Number((fileShift.location ?? place.location) === place.location) * 2 +
      Number((fileShift.notes ?? place.notes) === place.notes)
    if (score === 3) return place
    if (!bestMatch || score > bestMatch.score) bestMatch = { place, score }
  }
  return bestMatch?.place
}
