import { type Dispatch, type SetStateAction, useState } from 'react'

/**
 * Keeps saved drafts on screen until the page has reloaded its data. Cleared immediately, each field would flash its
 * old value, and a browser that reloads the page at that moment would restore it.
 * @param page changes identity when the page's data is reloaded.
 * @param setDrafts holds the unsaved values by field; values typed after the save stay.
 */
export function useReloadAfterSave<T extends object>(page: unknown, setDrafts: Dispatch<SetStateAction<T>>) {
  const [saved, setSaved] = useState<{ page: unknown; values: T } | null>(null)
  if (saved && saved.page !== page) {
    setSaved(null)
    setDrafts((drafts) => omitSaved(drafts, saved.values))
  }
  return { waiting: saved !== null, waitForReload: (values: T) => setSaved({ page, values }) }
}

const omitSaved = <T extends object>(drafts: T, values: T): T => {
  const saved = new Map(Object.entries(values))
  return Object.fromEntries(Object.entries(drafts).filter(([name, value]) => value !== saved.get(name))) as T
}
