import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useRoot } from './use-root.ts'

/** After how long an open page is read again. The cookie of a session changes as often (`touchSession`). Milliseconds. */
const AGE_MS = 30 * 60_000

/** How often the age is looked at; a device that slept is then at most this late. Milliseconds. */
const LOOK_MS = 60_000

/**
 * Reads the data of a page that stays open again every half hour, so that it shows what holds and the session gets its next cookie.
 * A component, so that it is loaded after the page.
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
 * Calls `read` half an hour after now, and on return to the tab once the page is older. Not while a form has unsaved text: should the
 * session have ended, the page would be left. @param signal ends it.
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
  // Somebody may be typing already, since this is loaded after the page.
  noteTyped({ target: document.activeElement })
}

/** The fields that somebody typed into; those of a form that was left are no longer in the page. */
const typed = new Set<HTMLElement>()

function noteTyped({ target }: Pick<Event, 'target'>): void {
  if (target instanceof HTMLElement && holdsText(target)) typed.add(target)
}

/** Whether something is written here that would be lost: choices and searches are not. */
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
