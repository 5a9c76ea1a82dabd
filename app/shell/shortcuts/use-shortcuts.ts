import { useEffect, useRef } from 'react'
import { topLayer } from '../../ui/layers.ts'
import { useSingleKeysSetting } from '../../ui/single-keys-setting.ts'
import { meaningOf, type Shortcut, WAIT_MS } from './keys.ts'

/**
 * Handles the product's shortcuts, outside of inputs, dialogs and menus. The second key of a pair reaches nothing else: after
 * G, D opens the dashboard and declines no request.
 */
export function useShortcuts(admin: boolean, run: (shortcut: Shortcut) => void): void {
  const { on } = useSingleKeysSetting()
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!on) return
    let first: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (key: string | null) => {
      clearTimeout(timer)
      first = key
      if (key) timer = setTimeout(() => wait(null), WAIT_MS)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return
      const before = first
      wait(null)
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy(event.target)) return
      const meaning = meaningOf(before, event.key, admin)
      if (before || meaning) event.stopPropagation()
      if (!meaning) return
      event.preventDefault()
      if (meaning === 'first') wait(event.key.toUpperCase())
      else latest.current(meaning)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      wait(null)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [on, admin])
}

/** Whether the key goes to a text input, or a dialog or menu is open. */
const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role=listbox]') !== null)) ||
  topLayer() !== null
