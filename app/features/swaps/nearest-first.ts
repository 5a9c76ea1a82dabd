const NEAR_MS = 28 * 86_400_000

type Shift = { start: string; assignment: string | null }

/** Sorts shifts of the same assignment within four weeks of the given one first; both parts keep their order. */
export function nearestFirst<T extends Shift>(shifts: readonly T[], given: Shift): T[] {
  const isNear = ({ start, assignment }: Shift) =>
    assignment === given.assignment && Math.abs(Date.parse(start) - Date.parse(given.start)) <= NEAR_MS
  return [...shifts.filter(isNear), ...shifts.filter((shift) => !isNear(shift))]
}
