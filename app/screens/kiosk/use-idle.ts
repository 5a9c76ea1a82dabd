import { useEffect, useRef } from 'react'

export const IDLE_MS = 60_000
export const PAGE_AGE_MS = 6 * 3_600_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input'] as const

/** Calls `rest` after a minute in which nobody touched the device, and again after every further one. */
export function useIdle(rest: () => void): void {
  const latest = useRef(rest)
  latest.current = rest
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const arm = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        latest.current()
        arm()
      }, IDLE_MS)
    }
    arm()
    for (const touch of TOUCHES) window.addEventListener(touch, arm, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const touch of TOUCHES) window.removeEventListener(touch, arm)
    }
  }, [])
}

/** Keeps the screen on, where the device lets a page ask for it. */
export function useWakeLock(): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {})
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [])
}
