import { type TouchEvent, useRef } from 'react'

type Point = { x: number; y: number }

/** Returns the direction of a clearly horizontal swipe, else null. */
export function swipeDirection(from: Point, to: Point): 'previous' | 'next' | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (Math.abs(dx) < 60 || Math.abs(dx) < 2 * Math.abs(dy)) return null
  return dx > 0 ? 'previous' : 'next'
}

export function useSwipe(onSwipe: (to: 'previous' | 'next') => void) {
  const from = useRef<Point | null>(null)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const scrolls = target instanceof Element && target.closest('nav') !== null
      const finger = touches.length === 1 && !scrolls ? touches[0] : undefined
      from.current = finger ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      const direction =
        from.current && finger ? swipeDirection(from.current, { x: finger.clientX, y: finger.clientY }) : null
      from.current = null
      if (direction) onSwipe(direction)
    },
  }
}
