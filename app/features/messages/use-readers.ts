import { useEffect, useState } from 'react'
import type { ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import type { Previewed } from './previewed.ts'

export const READERS_PAGE = 50

/** The last requests with their answers, shared by the composer's columns: of an email, and of its text. */
const asked = new Map<string, Promise<ReadersAnswer | null>>()
const MOST_ASKED = 2

/** Interval and maximum number of requests for a message whose Markdown is not rendered yet. Milliseconds. */
const AGAIN_MS = 1_000
const ATTEMPTS = 5

function ask(previewed: Previewed, page: number): Promise<ReadersAnswer | null> {
  const key = `${previewed.key} ${page}`
  const known = asked.get(key)
  if (known) return known
  const answer = previewed
    .ask('readers', { limit: READERS_PAGE, offset: page * READERS_PAGE })
    .then(({ ok, body }) => (ok ? (body as ReadersAnswer) : null))
  asked.set(key, answer)
  for (const old of [...asked.keys()].slice(0, -MOST_ASKED)) asked.delete(old)
  void answer.then((found) => {
    if (!found?.rendered) asked.delete(key)
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
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (attempts: number) => {
      const found = await ask(previewed, page)
      if (!isCurrent || !found) return
      setReaders(found)
      if (!found.rendered && attempts > 1) timer = setTimeout(() => void read(attempts - 1), AGAIN_MS)
    }
    void read(ATTEMPTS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, page])
  return readers
}
