import { useState } from 'react'
import type { Answer } from '#app/collections/call-api.ts'

/**
 * Settings that save individually: each change shows immediately and reverts when it could not be saved.
 * @param save stores the given changes only.
 */
export function useChoices<T extends object>(
  stored: T,
  save: (change: Partial<T>) => Promise<Answer>,
): [T, (change: Partial<T>) => Promise<void>] {
  const [changes, setChanges] = useState<Partial<T>>({})
  const choose = async (change: Partial<T>) => {
    setChanges((before) => ({ ...before, ...change }))
    if ((await save(change)).ok) return
    setChanges((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in change))) as Partial<T>)
  }
  return [{ ...stored, ...changes }, choose]
}
