const MAX_PER_CALL = 1000

export type OrderedRow = { id: number; order?: unknown }

/** Moves the row at `from` to `to`; returns the same array when nothing moves. */
export function moveRow<T>(rows: readonly T[], from: number, to: number): readonly T[] {
  const row = rows[from]
  if (row === undefined || from === to || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/**
 * Returns the updates that store the given order: each row whose position, from 1, has changed, one batch per call.
 * Positions are absolute, so saving again after a failure completes the order.
 */
export function orderUpdates(rows: readonly OrderedRow[]): { id: number; order: number }[][] {
  const changed = rows.flatMap(({ id, order }, index) => (order === index + 1 ? [] : [{ id, order: index + 1 }]))
  return Array.from({ length: Math.ceil(changed.length / MAX_PER_CALL) }, (_, batch) =>
    changed.slice(batch * MAX_PER_CALL, (batch + 1) * MAX_PER_CALL),
  )
}

/**
 * Returns the updates that undo `orderUpdates(after)`. Rows that shared a position, or had none, get the positions in
 * which they were shown.
 */
export function earlierOrder(
  before: readonly OrderedRow[],
  after: readonly OrderedRow[],
): { id: number; order: number }[] {
  const changed = new Set(orderUpdates(after).flatMap((batch) => batch.map(({ id }) => id)))
  return before.flatMap(({ id }, index) => (changed.has(id) ? [{ id, order: index + 1 }] : []))
}

/** Applies the order of `known` to the current rows: drops deleted rows, appends new ones. */
export function mergeOrder<T extends OrderedRow>(current: readonly T[], known: readonly OrderedRow[]): T[] {
  const left = new Map(current.map((row) => [row.id, row]))
  const ordered = known.flatMap(({ id }) => {
    const row = left.get(id)
    left.delete(id)
    return row ? [row] : []
  })
  return [...ordered, ...left.values()]
}

/** Parses a typed position as an index, clamped to `count` rows. Null when it is not a number. */
export function parsePosition(typed: string, count: number): number | null {
  if (!/^\s*\d+\s*$/.test(typed)) return null
  return Math.min(Math.max(Number(typed), 1), count) - 1
}
