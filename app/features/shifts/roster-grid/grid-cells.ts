import type { Grid, GridShift } from '#server/shifts/grid/contract.ts'

export const isOpen = ({ person }: GridShift) => person === null
export const isClash = ({ clash }: GridShift) => clash !== null
export const isOutside = ({ outside }: GridShift) => outside
export const isUnfit = ({ unfit }: GridShift) => unfit !== null
export const isUnanswered = ({ answer }: GridShift) => answer === 'asked'
export const seeksCover = ({ answer }: GridShift) => answer === 'seeking_cover'
export const isDraft = ({ published }: GridShift) => !published

export function eventsOn({ events, shifts }: Pick<Grid, 'events' | 'shifts'>): GridShift[] {
  const off = new Set(events.flatMap(({ id, called_off }) => (called_off ? [id] : [])))
  return shifts.filter(({ event }) => !off.has(event))
}

/** Keyed by `cellKey`. */
export function shiftsByCell({ shifts }: Grid): ReadonlyMap<string, GridShift[]> {
  const cells = new Map<string, GridShift[]>()
  for (const shift of shifts) {
    const key = cellKey(shift.event, `${shift.assignment}-${shift.role}`)
    const cell = cells.get(key)
    if (cell) cell.push(shift)
    else cells.set(key, [shift])
  }
  return cells
}

/** The people on the shifts of some cells, each once. @param selected keys of cells. */
export const peopleOn = (cells: ReturnType<typeof shiftsByCell>, selected: ReadonlySet<string>): number[] => [
  ...new Set([...selected].flatMap((key) => (cells.get(key) ?? []).flatMap(({ person }) => person ?? []))),
]

export const cellKey = (event: number, rowKey: string) => `${event} ${rowKey}`

/** Shortens a name for a cell: the last word, and the initial of the first. */
export function shortName(name: string): string {
  const words = name.split(/\s+/)
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${last} ${[...(words[0] ?? '')][0] ?? ''}.` : last
}

export type Position = { row: number; column: number }

/** Returns the position that a key moves to, as in a spreadsheet; null for any other key. */
export function nextPosition({ row, column }: Position, key: string, rows: number, columns: number): Position | null {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most - 1, value))
  switch (key) {
    case 'ArrowUp':
      return { row: clamp(row - 1, rows), column }
    case 'ArrowDown':
      return { row: clamp(row + 1, rows), column }
    case 'ArrowLeft':
      return { row, column: clamp(column - 1, columns) }
    case 'ArrowRight':
      return { row, column: clamp(column + 1, columns) }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: columns - 1 }
    case 'PageUp':
      return { row: 0, column }
    case 'PageDown':
      return { row: rows - 1, column }
    default:
      return null
  }
}
