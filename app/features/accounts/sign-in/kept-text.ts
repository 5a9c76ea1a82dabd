import { type RefObject, useEffect } from 'react'

const KEY = 'wb:typed'

/** Never a password or a code. */
const KEPT = ['email', 'name', 'phone']

type Kept = { page: string; fields: Record<string, string> }

/**
 * Keeps the typed text while a form is sent, and restores it when its page is opened again after an error page. It
 * stays in this tab, and is cleared by the next step.
 */
export function useKeptText(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = frame.current
    const kept = takeKept()
    if (kept?.page === window.location.pathname) putBack(element, kept.fields)
    const keep = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement)) return
      const given = new FormData(target)
      const typed = KEPT.flatMap((field): [string, string][] => {
        const text = given.get(field)
        return typeof text === 'string' && text && inputOf(target, field) ? [[field, text]] : []
      })
      const kept: Kept = { page: window.location.pathname, fields: Object.fromEntries(typed) }
      sessionStorage.setItem(KEY, JSON.stringify(kept))
    }
    element?.addEventListener('submit', keep)
    return () => element?.removeEventListener('submit', keep)
  }, [frame])
}

function takeKept(): Kept | null {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text ? (JSON.parse(text) as Kept) : null
}

/** A phone's input has no name. */
const inputOf = (element: HTMLElement | null, field: string) =>
  element?.querySelector<HTMLInputElement>(
    field === 'phone' ? 'input[type=tel]' : `input[name=${field}]:not([type=hidden]):not(:disabled)`,
  )

/** Fires input events, so that the fields' own scripts notice. */
function putBack(element: HTMLElement | null, fields: Record<string, string>) {
  for (const [field, text] of Object.entries(fields)) {
    const input = inputOf(element, field)
    if (!input) continue
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
