import { useEffect, useRef } from 'react'

const IDLE_MS = 60_000
export const PAGE_AGE_MS = 6 * 3_600_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input'] as const

/** Calls `onIdle` after each minute without a touch. */
export function useIdle(onIdle: () => void): void {
  const latestOnIdle = useRef(onIdle)
  latestOnIdle.current = onIdle
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const arm = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        latestOnIdle.current()
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

export function useWakeLock(): void {
  useEffect(() => {
    const requestLock = () => {
      if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {})
    }
    requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => document.removeEventListener('visibilitychange', requestLock)
  }, [])
}
