import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import type { MergeMatch, MergeMatches } from '#server/people/merge/contract.ts'

/** Loads the people with whom a registration can be merged (null until known), and merges it. */
export function useMerge(registration: number) {
  const [matches, setMatches] = useState<MergeMatches | null>(null)
  const [merging, setMerging] = useState<number | null>(null)
  const path = `/api/people/${registration}/merge`
  const { call, busy, problem } = useCall('POST', path, { handled: [404], reload: 'never' })
  const { offer } = useUndo()
  useEffect(() => {
    let current = true
    callApi('GET', path, undefined, HANDLED_STATUSES).then(({ ok, body }) => {
      if (ok && current) setMatches(body as MergeMatches)
    })
    return () => {
      current = false
    }
  }, [path])
  /** @returns whether it succeeded. */
  const merge = async ({ id, name, is_active }: MergeMatch): Promise<boolean> => {
    setMerging(id)
    const { ok } = await call({ person: id })
    if (ok) offer(`The registration is merged with ${name}.${is_active ? '' : ' Their record isn’t active yet.'}`)
    return ok
  }
  return { matches, merging: busy ? merging : null, problem, merge }
}
