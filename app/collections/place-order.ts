/** The most that one call of the API changes. */
const MOST = 1000

export type Placed = { id: number; order?: unknown }

/** The rows with the one at `from` at `to`; the very same where that is no move. */
export function moved<T>(rows: readonly T[], from: number, to: number): readonly T[] {
  const row = rows[from]
  if (row === undefined || from === to || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/**
 * What has to be stored so that the rows stand as they are given: the place of each, from 1, that has another one; in parts
 * that one call takes. The parts say the places themselves, so that saving again after a failure completes the order.
 */
export function partsOf(rows: readonly Placed[]): { id: number; order: number }[][] {
  const changed = rows.flatMap(({ id, order }, index) => (order === index + 1 ? [] : [{ id, order: index + 1 }]))
  return Array.from({ length: Math.ceil(changed.length / MOST) }, (_, part) =>
    changed.slice(part * MOST, (part + 1) * MOST),
  )
}

/** What is there now in the order that was made of `known`: what is gone is left out, what is new stands at the end. */
export function inKnownOrder<T extends Placed>(now: readonly T[], known: readonly Placed[]): T[] {
  const left = new Map(now.map((row) => [row.id, row]))
  const first = known.flatMap(({ id }) => {
    const row = left.get(id)
    left.delete(id)
    return row ? [row] : []
  })
  return [...first, ...left.values()]
}

/** The place that somebody typed, as an index of `count` rows: the nearest there is. Null where it is no number. */
export function indexOf(typed: string, count: number): number | null {
  if (!/^\s*\d+\s*$/.test(typed)) return null
  return Math.min(Math.max(Number(typed), 1), count) - 1
}
