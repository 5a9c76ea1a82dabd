import { groupBy } from '#server/engine/kernel/group-by.ts'

/** One of several interchangeable shifts. A null person means open. */
export type FileShift = { person: number | null; location: string | null; notes: string | null }
/** A stored shift. `location` is the key of its name. */
export type RosterEntry = { person: number | null; location: string; notes: string }

export type Match<P> =
  | { kind: 'same'; place: P }
  | { kind: 'assign'; place: P }
  /** Someone else holds the shift; an import never takes it. */
  | { kind: 'held'; place: P }

/**
 * Matches shifts of the file with the roster, each at most once: people in both, named people with open shifts, open
 * with open, open with held, named people with others' shifts. The rest is new. Importing a file again therefore
 * matches everything as 'same'.
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

type Timed = { values: { start: number } }
type TimedPlace = RosterEntry & { shift: { start: number } }

/**
 * Matches shifts that differ only in their times, each at most once: those of one person, open ones of one place, open
 * with held, named people with open shifts. Linear but for sorting.
 */
export function matchMoved<W extends FileShift & Timed, P extends TimedPlace>(
  fileShifts: readonly W[],
  rosterEntries: readonly P[],
): Map<W, Match<P>> {
  const matches = new Map<W, Match<P>>()
  const free = new Set(rosterEntries)
  const pair = (kind: Match<P>['kind'], ofFile: (w: W) => Key, ofRoster: (p: P) => Key) => {
    const places = groupBy([...free], ofRoster)
    for (const [key, shifts] of groupBy(
      fileShifts.filter((w) => !matches.has(w)),
      ofFile,
    )) {
      if (key === null) continue
      for (const [w, place] of nearest(shifts, places.get(key) ?? [])) {
        matches.set(w, { kind, place })
        free.delete(place)
      }
    }
  }
  pair(
    'same',
    ({ person }) => person,
    ({ person }) => person,
  )
  for (const [kind, named, held] of [
    ['same', false, false],
    ['held', false, true],
    ['assign', true, false],
  ] as const) {
    const mine = ({ person }: W) => (person !== null) === named
    const theirs = ({ person }: P) => (person !== null) === held
    pair(
      kind,
      (w) => (mine(w) ? w.location : null),
      (p) => (theirs(p) ? p.location : null),
    )
    pair(
      kind,
      (w) => (mine(w) && w.location === null ? 'anywhere' : null),
      (p) => (theirs(p) ? 'anywhere' : null),
    )
  }
  return matches
}

type Key = string | number | null

/** Pairs in the order of starts; with more places than shifts, the nearest. */
function nearest<W extends Timed, P extends TimedPlace>(shifts: readonly W[], places: readonly P[]): [W, P][] {
  const rows = [...shifts].sort((a, b) => a.values.start - b.values.start)
  const stored = [...places].sort((a, b) => a.shift.start - b.shift.start)
  let at = 0
  return rows.flatMap((row, nth) => {
    const apart = (place: P | undefined) => Math.abs(row.values.start - (place?.shift.start ?? Number.NaN))
    while (stored.length - at > rows.length - nth && apart(stored[at + 1]) < apart(stored[at])) at++
    const place = stored[at++]
    return place ? [[row, place] as [W, P]] : []
  })
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
