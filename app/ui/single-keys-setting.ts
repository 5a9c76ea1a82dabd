import { useSyncExternalStore } from 'react'

const NAME = 'single-keys'

const readers = new Set<() => void>()

const tellReaders = () => {
  for (const read of readers) read()
}

function subscribe(read: () => void): () => void {
  if (readers.size === 0) window.addEventListener('storage', tellReaders)
  readers.add(read)
  return () => {
    readers.delete(read)
    if (readers.size === 0) window.removeEventListener('storage', tellReaders)
  }
}

/** The choice on this page, for browsers without storage. */
let chosen: string | null = null

function isOn(): boolean {
  try {
    return (localStorage.getItem(NAME) ?? chosen) !== 'off'
  } catch {
    return chosen !== 'off'
  }
}

function turn(on: boolean): void {
  chosen = on ? 'on' : 'off'
  try {
    localStorage.setItem(NAME, chosen)
  } catch {
    // Valid until the page is left.
  }
  tellReaders()
}

/**
 * Whether keyboard shortcuts without a modifier are on in this browser. They can be switched off, for people who
 * dictate or hit keys by accident (WCAG 2.1.4).
 */
export const useSingleKeysSetting = (): { on: boolean; turn: (on: boolean) => void } => ({
  on: useSyncExternalStore(subscribe, isOn, () => true),
  turn,
})
