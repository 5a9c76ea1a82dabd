import { type KeyboardEvent, useState } from 'react'

interface Position {
  row: number
  column: number
}

const STEPS: Record<string, (from: Position) => Position> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }) => ({ row, column: Number.POSITIVE_INFINITY }),
}

/**
 * Moves focus in a grid of buttons with the arrow keys, so that the grid is one Tab stop. Each button has its position
 * in `data-at`, as "row column".
 */
export function useRovingGrid(rows: number, columns: number) {
  const [requested, setRequested] = useState<Position>({ row: 0, column: 0 })
  const clamp = ({ row, column }: Position) => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  })
  const current = clamp(requested)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [row, column] = ((event.target as HTMLElement).dataset.at ?? '').split(' ').map(Number)
    const step = STEPS[event.key]
    if (!step || row === undefined || column === undefined) return
    event.preventDefault()
    const next = clamp(step({ row, column }))
    setRequested(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus()
  }
  return { at: `${current.row} ${current.column}`, onKeyDown }
}
