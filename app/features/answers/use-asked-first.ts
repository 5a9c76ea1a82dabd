import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import type { CoverPreview } from '#server/cover/calls-contract.ts'
import type { SwapOptions } from '#server/swaps/contract.ts'

/** Loads who would be asked first to cover a shift; null until known or on failure. */
export const useAskedFirst = (shift: number): CoverPreview | null =>
  useRead<CoverPreview>(`/api/shifts/${shift}/answer/preview`)

/** Loads the number of others' shifts that fit a swap; null until known or on failure. */
export const useFittingSwaps = (shift: number): number | null =>
  useRead<SwapOptions>(`/api/swaps/options?shift=${shift}`)?.shifts.filter(({ direct }) => direct).length ?? null

function useRead<Answer>(path: string): Answer | null {
  const [read, setRead] = useState<{ path: string; answer: Answer } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void callApi('GET', path, undefined, [400, 403, 404, 409]).then(({ ok, body }) => {
      if (ok && isCurrent) setRead({ path, answer: body as Answer })
    })
    return () => {
      isCurrent = false
    }
  }, [path])
  return read?.path === path ? read.answer : null
}
