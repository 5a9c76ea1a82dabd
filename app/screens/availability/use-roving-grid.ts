import { type KeyboardEvent, useState } from 'react'

const STEPS: Record<string, (at: { down: number; across: number }) => { down: number; across: number }> = {
  ArrowUp: ({ down, across }) => ({ down: down - 1, across }),
  ArrowDown: ({ down, across }) => ({ down: down + 1, across }),
  ArrowLeft: ({ down, across }) => ({ down, across: across - 1 }),
  ArrowRight: ({ down, across }) => ({ down, across: across + 1 }),
  Home: ({ down }) => ({ down, across: 0 }),
  End: ({ down }) => ({ down, across: Number.POSITIVE_INFINITY }),
}

/**
 * Walks a grid of buttons with the arrow keys, so that it is one stop of the Tab key. A button says where it is by
 * `data-at`, as "row column".
 */
export function useRovingGrid(rows: number, columns: number) {
  const [chosen, setChosen] = useState({ down: 0, across: 0 })
  const clamp = ({ down, across }: typeof chosen) => ({
    down: Math.max(0, Math.min(down, rows - 1)),
    across: Math.max(0, Math.min(across, columns - 1)),
  })
  const at = clamp(chosen)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [down, across] = ((event.target as HTMLElement).dataset.at ?? '').split(' ').map(Number)
    const step = STEPS[event.key]
    if (!step || down === undefined || across === undefined) return
    event.preventDefault()
    const next = clamp(step({ down, across }))
    setChosen(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next.down} ${next.across}"]`)?.focus()
  }
  return { at: `${at.down} ${at.across}`, onKeyDown }
}
