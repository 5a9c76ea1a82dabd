import { useEffect, useState } from 'react'
import type { ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import type { Previewed } from './previewed.ts'

export const READERS_PAGE = 50

/** The last request and its answer, shared by the composer's columns. */
let asked: { key: string; answer: Promise<ReadersAnswer | null> } | null = null

function ask(previewed: Previewed, page: number): Promise<ReadersAnswer | null> {
  const key = `${previewed.key} ${page}`
  if (asked?.key === key) return asked.answer
  const answer = previewed
    .ask('readers', { limit: READERS_PAGE, offset: page * READERS_PAGE })
    .then(({ ok, body }) => (ok ? (body as ReadersAnswer) : null))
  asked = { key, answer }
  void answer.then((found) => {
    if (!found && asked?.key === key) asked = null
  })
  return answer
}

export function useReaders(previewed: Previewed | null, page = 0): ReadersAnswer | null {
  const [readers, setReaders] = useState<ReadersAnswer | null>(null)
  const key = previewed?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which text it is
  useEffect(() => {
    if (!previewed) return setReaders(null)
    let isCurrent = true
    void ask(previewed, page).then((found) => {
      if (isCurrent && found) setReaders(found)
    })
    return () => {
      isCurrent = false
    }
  }, [key, page])
  return readers
}
