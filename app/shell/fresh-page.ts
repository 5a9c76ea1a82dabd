import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useRoot } from './use-root.ts'

/**
 * Age after which an open page is reloaded, equal to the interval of the session's cookie (`touchSession`).
 * Milliseconds.
 */
const AGE_MS = 30 * 60_000

/** Interval of the age check; maximum delay of a device that slept. Milliseconds. */
const LOOK_MS = 60_000

/**
 * Reloads an open page's data every half hour, to keep it current and to renew the session's cookie. A component, so
 * that it loads after the page.
 */
export function FreshPage() {
  const { revalidate } = useRevalidator()
  const now = useRoot()?.now
  useEffect(() => {
    // `now` changes whenever the page is read.
    if (!now) return
    const over = new AbortController()
    keepFresh(revalidate, over.signal)
    return () => over.abort()
  }, [now, revalidate])
  return null
}

/**
 * Calls `read` after half an hour, and on return to the tab once the page is older. Not while a form has unsaved text:
 * an ended session would leave the page.
 * @param signal ends it.
 */
function keepFresh(read: () => void, signal: AbortSignal): void {
  let readAt = Date.now()
  const look = () => {
    if (Date.now() - readAt < AGE_MS || hasUnsavedText()) return
    readAt = Date.now()
    read()
  }
  const timer = setInterval(look, LOOK_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), { signal })
  document.addEventListener('input', noteTyped, { capture: true, passive: true, signal })
  // Someone may be typing already, since this loads after the page.
  noteTyped({ target: document.activeElement })
}

/** Fields that someone typed into; those of a closed form are no longer in the page. */
const typed = new Set<HTMLElement>()

function noteTyped({ target }: Pick<Event, 'target'>): void {
  if (target instanceof HTMLElement && holdsText(target)) typed.add(target)
}

/** Whether leaving would lose typed text; choices and searches do not count. */
const holdsText = (field: HTMLElement) =>
  field instanceof HTMLInputElement
    ? field.role !== 'searchbox' && !['search', 'checkbox', 'radio'].includes(field.type)
    : field instanceof HTMLTextAreaElement || field.isContentEditable

const textOf = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '')

function hasUnsavedText(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return [...typed].some((field) => textOf(field).trim() !== '')
}
