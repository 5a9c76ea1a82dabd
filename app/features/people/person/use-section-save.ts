import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'

/**
 * Closes a section after saving, once the page has its new data, to avoid showing the old values for a moment.
 * @param page changes identity when the page's data is reloaded.
 * @param onShown closes the section.
 */
export function useSectionSave(page: unknown, onShown: () => void) {
  const [state, setState] = useState<'idle' | 'busy' | { page: unknown }>('idle')
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  useEffect(() => {
    if (typeof state !== 'object' || state.page === page) return
    setState('idle')
    onShown()
  })
  /** @param store whether everything was stored; writes before a refusal stay. */
  const save = async (notice: string, store: () => Promise<boolean>) => {
    setState('busy')
    const isStored = await store()
    setState(isStored ? { page } : 'idle')
    if (isStored) offer(notice)
    revalidate()
  }
  return { busy: state !== 'idle', save }
}
