import { useState } from 'react'
import type { Sent } from '../../collections/reauth/send.ts'

/**
 * Choices that are stored one by one: each shows at once and goes back to what was when it could not be stored.
 * @param save stores what it is given and leaves the rest.
 */
export function useChoices<T extends object>(
  stored: T,
  save: (change: Partial<T>) => Promise<Sent>,
): [T, (change: Partial<T>) => Promise<void>] {
  const [chosen, setChosen] = useState<Partial<T>>({})
  const choose = async (change: Partial<T>) => {
    setChosen((before) => ({ ...before, ...change }))
    if ((await save(change)).ok) return
    setChosen((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in change))) as Partial<T>)
  }
  return [{ ...stored, ...chosen }, choose]
}
