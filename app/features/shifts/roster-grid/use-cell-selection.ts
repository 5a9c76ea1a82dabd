import { useEffect, useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

export type CellSelection = ReturnType<typeof useCellSelection>

/**
 * Holds the selected cells of the grid by their keys.
 * @param shown identifies the grid's content: a change clears the selection.
 */
export function useCellSelection(shown: string) {
  const [selected, setSelected] = useState(NONE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other events or rows have other cells
  useEffect(() => setSelected(NONE), [shown])
  return {
    selected,
    toggle: (key: string) =>
      setSelected((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    clear: () => setSelected(NONE),
  }
}
