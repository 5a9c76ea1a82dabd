import { useHotkeys, useIsomorphicEffect } from '@mantine/hooks'
import { useState } from 'react'

const KEY = 'single-keys'

/**
 * Keys without a modifier, outside of inputs. Whoever dictates, or touches keys by accident, switches them off for this browser
 * (WCAG 2.1.4).
 */
export function useSingleKeys(keys: readonly [string, () => void][]): { on: boolean; turn: (on: boolean) => void } {
  const [on, setOn] = useState(true)
  useIsomorphicEffect(() => setOn(localStorage.getItem(KEY) !== 'off'), [])
  useHotkeys(on ? keys.map(([key, press]) => [key, press]) : [])
  return {
    on,
    turn: (next) => {
      localStorage.setItem(KEY, next ? 'on' : 'off')
      setOn(next)
    },
  }
}
