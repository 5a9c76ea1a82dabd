import { getHotkeyHandler, useIsomorphicEffect } from '@mantine/hooks'
import { useRef } from 'react'
import { isShown, topLayer } from './layers.ts'

export type Keys = readonly [string, () => void][]

type Options = {
  /** Whether keys count in fields, and under dialogs and menus, too. */
  inFields?: boolean
}

/**
 * Keyboard shortcuts of the rendered screen, or of the dialog that it is in; those under an open dialog or menu are off.
 * A key runs the handler of the last render, however soon it is pressed;
 * Mantine's `useHotkeys` keeps the previous handlers until the effects have run.
 */
export function useKeys(keys: Keys, { inFields = false }: Options = {}): void {
  const latest = useRef(keys)
  latest.current = keys
  useIsomorphicEffect(() => {
    const own = topLayer()
    const isCovered = () => topLayer() !== (own && isShown(own) ? own : null)
    const onKeyDown = (event: KeyboardEvent) => {
      if (inFields || !(isField(event.target) || isPress(event) || isCovered()))
        getHotkeyHandler(latest.current.map(([key, press]) => [key, press]))(event)
    }
    document.documentElement.addEventListener('keydown', onKeyDown)
    return () => document.documentElement.removeEventListener('keydown', onKeyDown)
  }, [inFields])
}

/** Enter on a link or button presses that. */
const isPress = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('a, button, summary, [role]') !== null

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
