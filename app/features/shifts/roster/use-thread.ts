import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import type { ThreadAnswer, ThreadEntry } from '#server/answers/thread/contract.ts'

/** History of a shift: undefined while loading, null on failure. @param stamp reloads when it changes. */
export function useThread(shift: number, stamp: string): readonly ThreadEntry[] | null | undefined {
  const [read, setRead] = useState<{ shift: number; entries: ThreadAnswer['entries'] | null }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stamp` reads it again.
  useEffect(() => {
    let isCurrent = true
    callApi('GET', `/api/shifts/${shift}/thread`, undefined, [403, 404]).then(({ ok, body }) => {
      if (isCurrent) setRead({ shift, entries: ok ? (body as ThreadAnswer).entries : null })
    })
    return () => {
      isCurrent = false
    }
  }, [shift, stamp])
  return read?.shift === shift ? read.entries : undefined
}
