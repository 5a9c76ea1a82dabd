import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls a row of links to the current one, which on a phone can be beyond its edge.
 * @returns for the `ref` of the row
 */
export function useScrolledTo(current: string | undefined): RefObject<HTMLElement> {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with it
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current]')
    if (row.current && link)
      row.current.scrollLeft += link.getBoundingClientRect().left - row.current.getBoundingClientRect().left - 16
  }, [current])
  return row
}
