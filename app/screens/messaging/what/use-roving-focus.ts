import { useIsomorphicEffect } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react'

type Roving = {
  ref: RefObject<HTMLDivElement>
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
}

/**
 * Makes all buttons of a toolbar, also those that child components render, a single tab stop: arrow keys, Home and End move the
 * focus between them (ARIA Authoring Practices, toolbar). Tab returns to the button that had it last.
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
  // After every render, since buttons may have been added or removed.
  useIsomorphicEffect(mark)
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
