import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'

/**
 * Saves a section and closes it when the page has its new data: closed earlier, it would show the old values for a moment.
 * @param page changes identity when the page's data is loaded again.
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
  /** @param store whether everything was stored; what was stored before a refusal stays. */
  const save = async (notice: string, store: () => Promise<boolean>) => {
    setState('busy')
    const isStored = await store()
    setState(isStored ? { page } : 'idle')
    if (isStored) offer(notice)
    revalidate()
  }
  return { busy: state !== 'idle', save }
}
