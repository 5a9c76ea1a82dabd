import { useEffect, useMemo } from 'react'
import { LAYERS } from './layers.ts'

let latest: HTMLElement[] = []

/**
 * Elements to return the focus to: the focused one, then the button of its menu and the openers of its dialog, in case
 * a menu or dialog closes in the meantime.
 */
function openersOf(focused: Element | null): HTMLElement[] {
  if (!(focused instanceof HTMLElement) || focused === document.body) return []
  const layer = focused.closest(LAYERS)
  const button = document.getElementById(layer?.getAttribute('aria-labelledby') ?? '')
  const ofMenu = layer?.role === 'menu' && button
  return [focused, ...(ofMenu ? [ofMenu] : []), ...(layer ? latest.filter((one) => !layer.contains(one)) : [])]
}

/** Focuses the first opener that accepts it, unless the focus has moved elsewhere. */
function giveBack(openers: readonly HTMLElement[]): void {
  const focused = document.activeElement
  if (focused && focused !== document.body && !focused.closest(LAYERS)) return
  for (const opener of openers) {
    opener.focus({ preventScroll: true })
    if (document.activeElement === opener) return
  }
}

/**
 * Returns the focus to the opener when a dialog closes or unmounts. Mantine does so only for dialogs mounted closed,
 * and never to the button of a menu. Keeps the focus in the open dialog when a closing menu moves it to its button.
 */
export function useFocusReturn(opened: boolean): void {
  const openers = useMemo(
    () => (opened && typeof document !== 'undefined' ? openersOf(document.activeElement) : []),
    [opened],
  )
  useEffect(() => {
    if (!opened) return
    latest = openers
    const keep = ({ target, relatedTarget }: FocusEvent) => {
      if (openers.some((one) => one === target) && relatedTarget instanceof HTMLElement) relatedTarget.focus()
    }
    document.addEventListener('focusin', keep)
    return () => {
      document.removeEventListener('focusin', keep)
      giveBack(openers)
    }
  }, [opened, openers])
}
