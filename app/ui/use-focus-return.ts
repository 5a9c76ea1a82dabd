import { useEffect, useMemo } from 'react'

/** Where the focus came from when a dialog was last opened, the best place to return to first. */
let latest: HTMLElement[] = []

const LAYERS = '[role="dialog"], [role="menu"]'

/** The element with the focus; then the button of its menu, and what opened its dialog, since both may be gone by the time it closes. */
function openersOf(focused: Element | null): HTMLElement[] {
  if (!(focused instanceof HTMLElement) || focused === document.body) return []
  const layer = focused.closest(LAYERS)
  const button = document.getElementById(layer?.getAttribute('aria-labelledby') ?? '')
  const ofMenu = layer?.role === 'menu' && button
  return [focused, ...(ofMenu ? [ofMenu] : []), ...(layer ? latest.filter((one) => !layer.contains(one)) : [])]
}

/** Focuses the first that takes it. Focus that has moved elsewhere meanwhile stays there. */
function giveBack(openers: readonly HTMLElement[]): void {
  const focused = document.activeElement
  if (focused && focused !== document.body && !focused.closest(LAYERS)) return
  for (const opener of openers) {
    opener.focus({ preventScroll: true })
    if (document.activeElement === opener) return
  }
}

/**
 * Returns the focus to what opened a dialog when it closes or is taken away. Mantine does so only for dialogs that were mounted before
 * they opened, and not to the button of a menu. While the dialog is open, its openers do not get the focus: a menu that closes gives it to
 * its button a moment after the dialog has taken it.
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
