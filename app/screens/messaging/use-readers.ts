import { useEffect, useState } from 'react'
import type { ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import { callApi } from '../../collections/call-api.ts'

/** How many readers one answer lists. */
export const READERS_PAGE = 50

type Stored = { id: number | null; version: string | null }

/** The last question and its answer: the columns of the composer ask the same. */
let asked: { key: string; answer: Promise<ReadersAnswer | null> } | null = null

function ask(key: string, path: string): Promise<ReadersAnswer | null> {
  if (asked?.key === key) return asked.answer
  const answer = callApi('GET', path).then(({ ok, body }) => (ok ? (body as ReadersAnswer) : null))
  asked = { key, answer }
  void answer.then((found) => {
    if (!found && asked?.key === key) asked = null
  })
  return answer
}

/** Reads who receives a stored draft; again with each version of it. Keeps the last answer until the next one is there. */
export function useReaders({ id, version }: Stored, page = 0): ReadersAnswer | null {
  const [readers, setReaders] = useState<ReadersAnswer | null>(null)
  useEffect(() => {
    if (id === null) return setReaders(null)
    let isCurrent = true
    const query = new URLSearchParams({ limit: String(READERS_PAGE), offset: String(page * READERS_PAGE) })
    void ask(`${id} ${version} ${page}`, `/api/messages/${id}/readers?${query}`).then((found) => {
      if (isCurrent && found) setReaders(found)
    })
    return () => {
      isCurrent = false
    }
  }, [id, version, page])
  return readers
}
