import { useHotkeys, useIsomorphicEffect } from '@mantine/hooks'
import { useState } from 'react'

const KEY = 'single-keys'

/**
 * Keyboard shortcuts without a modifier, outside of inputs. They can be switched off per browser, for people who dictate or hit keys
 * by accident (WCAG 2.1.4).
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
