import type { OpenShift, ShownOpenShift } from './contract.ts'

type Timed = { start: Date; end: Date }

type Alike = Timed & {
  id: number
  event: number
  assignment: number | null
  role: number | null
  location: number | null
  can: boolean
}

export type Grouped<T> = T & {
  open: number
}

/** Groups identical shifts: same event, assignment, role, location and times. The first represents the group. */
export function groupAlike<T extends Alike>(shifts: readonly T[]): Grouped<T>[] {
  const groups = new Map<string, Grouped<T>>()
  for (const shift of shifts) {
    const { event, assignment, role, location, start, end, can } = shift
    const key = [event, assignment, role, location, start.getTime(), end.getTime(), can].join(' ')
    const group = groups.get(key)
    if (group) group.open += 1
    else groups.set(key, { ...shift, open: 1 })
  }
  return [...groups.values()]
}

type Part = { assignment_name: string | null; role_name: string | null }

type Requestable = Alike & Part & { requested: boolean }

/** `also`: the other parts of the first shift's request. */
export type Requested<T> = Grouped<T> & { also: Part[] }

/**
 * Joins the rows of one pending request, from its first start to its last end; only the parts the reader could do, if
 * they can do some.
 */
export function joinRequested<T extends Requestable>(rows: readonly Grouped<T>[]): Requested<T>[] {
  const joined: Requested<T>[] = []
  const requests = new Map<number, Requested<T>>()
  const possible = new Set(rows.flatMap(({ event, requested, can }) => (requested && can ? [event] : [])))
  for (const row of rows) {
    if (row.requested && !row.can && possible.has(row.event)) continue
    const first = row.requested ? requests.get(row.event) : undefined
    if (first) {
      first.open += row.open
      if (row.end > first.end) first.end = row.end
      const named = [first, ...first.also].some(
        ({ assignment_name, role_name }) => assignment_name === row.assignment_name && role_name === row.role_name,
      )
      if (!named) first.also.push({ assignment_name: row.assignment_name, role_name: row.role_name })
      continue
    }
    const own = { ...row, also: [] }
    joined.push(own)
    if (row.requested) requests.set(row.event, own)
  }
  return joined
}

const WEEK_MS = 7 * 86_400_000

type Needed = Alike & {
  event_shifts: number
  event_filled: number
  lacks: number | null
  lacks_of: readonly { assignment: number; lacks: number }[]
  decide_at: Date | null
  requested: boolean
}

/** Whether a person on the shift reduces what its event lacks. */
const helpsToRun = ({ lacks, lacks_of, assignment }: Needed): boolean =>
  (lacks ?? 0) > lacks_of.reduce((sum, one) => sum + one.lacks, 0) ||
  lacks_of.some((one) => one.assignment === assignment)

/**
 * Picks needed open shifts that the reader can do and has not requested: events that may be called off first, by
 * decision time; then by week, smallest filled share, and start. One per event.
 */
export function pickNeeded<T extends Needed>(shifts: readonly T[], now: Date, count = 3): T[] {
  const week = ({ start }: Timed) => Math.floor((start.getTime() - now.getTime()) / WEEK_MS)
  const filled = ({ event_filled, event_shifts }: T) => event_filled / Math.max(1, event_shifts)
  const decided = (shift: T) => (helpsToRun(shift) ? shift.decide_at?.getTime() : undefined) ?? Number.MAX_SAFE_INTEGER
  const seen = new Set<number>()
  return shifts
    .filter(({ can, requested }) => can && !requested)
    .sort(
      (a, b) =>
        decided(a) - decided(b) ||
        week(a) - week(b) ||
        filled(a) - filled(b) ||
        a.start.getTime() - b.start.getTime() ||
        a.id - b.id,
    )
    .filter(({ event }) => !seen.has(event) && seen.add(event))
    .slice(0, count)
}

const NO_COUNTS = { event_shifts: null, event_filled: null, lacks: null, lacks_of: [] }

/**
 * Returns an open shift as its reader sees it.
 * @param counts whether they see counts of open shifts.
 */
export const shownOpenShift = (shift: OpenShift, counts: boolean): ShownOpenShift => ({
  ...shift,
  needed: shift.lacks !== null,
  needed_for: shift.lacks_of.map(({ assignment, name }) => ({ assignment, name })),
  ...(!counts && NO_COUNTS),
})
