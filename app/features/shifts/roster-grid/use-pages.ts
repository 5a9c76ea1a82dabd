import { useCallback, useEffect, useRef, useState } from 'react'

const PAGE_MS = 12_000

export const pagesOf = (scrolled: number, shown: number, gap: number) =>
  Math.max(1, Math.ceil((scrolled + gap - 1) / (shown + gap)))

/**
 * Turns the pages of a region whose columns are wider than it, until stopped. Pages scroll smoothly, or jump for people
 * who prefer less motion.
 */
export function usePages() {
  const region = useRef<HTMLElement>(null)
  const [{ page, pages }, setAt] = useState({ page: 0, pages: 1 })
  const [stopped, setStopped] = useState(false)

  const measure = useCallback(() => {
    const box = region.current
    if (!box) return
    const count = pagesOf(box.scrollWidth, box.clientWidth, gapOf(box))
    setAt((at) => (at.pages === count ? at : { page: Math.min(at.page, count - 1), pages: count }))
  }, [])
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (region.current) observer.observe(region.current)
    return () => observer.disconnect()
  }, [measure])
  // The region's content changes with every render.
  useEffect(measure)

  useEffect(() => {
    if (stopped || pages === 1) return
    const timer = setInterval(() => setAt((at) => ({ ...at, page: (at.page + 1) % at.pages })), PAGE_MS)
    return () => clearInterval(timer)
  }, [stopped, pages])

  useEffect(() => {
    const box = region.current
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    box?.scrollTo({ left: page * (box.clientWidth + gapOf(box)), behavior: still ? 'instant' : 'smooth' })
  }, [page])

  return {
    region,
    page,
    pages,
    stopped,
    stop: () => setStopped((before) => !before),
    turn: (by: number) => setAt((at) => ({ ...at, page: (at.page + by + at.pages) % at.pages })),
  }
}

const gapOf = (box: Element) => Number.parseFloat(getComputedStyle(box).columnGap) || 0
