import { type Dispatch, type SetStateAction, useState } from 'react'

/**
 * Lets what was typed stand until the page has read back what was stored. Dropped at once, each field would show its old value for a
 * moment, and a browser that loads the page anew just then would put that value back.
 * @param page what is another object once the page was read again.
 * @param setTyped holds what was typed, by field; what was typed since it was stored stays.
 */
export function useReloadAfterSave<T extends object>(page: unknown, setTyped: Dispatch<SetStateAction<T>>) {
  const [kept, setKept] = useState<{ page: unknown; stored: T } | null>(null)
  if (kept && kept.page !== page) {
    setKept(null)
    setTyped((typed) => without(typed, kept.stored))
  }
  return { waiting: kept !== null, keep: (stored: T) => setKept({ page, stored }) }
}

const without = <T extends object>(typed: T, stored: T): T => {
  const known = new Map(Object.entries(stored))
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== known.get(name))) as T
}
