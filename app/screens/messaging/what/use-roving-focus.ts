import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

type Roving = {
  ref: RefObject<HTMLDivElement>
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
}

/**
 * Makes the buttons of a toolbar one stop of the Tab key, whoever draws them: arrow keys, Home and End go from one to the other
 * (ARIA Authoring Practices, toolbar). Tab comes back to the last one.
 */
export function useRovingFocus(): Roving {
  const ref = useRef<HTMLDivElement>(null)
  const current = useRef(0)
  const tools = () => [...(ref.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
  const mark = () => {
    const found = tools()
    const at = Math.min(current.current, found.length - 1)
    for (const [index, tool] of found.entries()) tool.tabIndex = index === at ? 0 : -1
  }
  // Each time anything is drawn: a tool may have come or gone.
  useLayoutEffect(mark)
  return {
    ref,
    // Menus of a tool are drawn elsewhere, and their keys are their own.
    onFocus: ({ target }) => {
      const at = tools().indexOf(target as HTMLElement)
      if (at < 0) return
      current.current = at
      mark()
    },
    onKeyDown: (event) => {
      const found = tools()
      const at = found.indexOf(event.target as HTMLElement)
      const next = at < 0 ? null : nextTool(event.key, at, found.length)
      if (next === null) return
      event.preventDefault()
      found[next]?.focus()
    },
  }
}

/** The place of the tool that a key goes to; null for other keys. */
export function nextTool(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
