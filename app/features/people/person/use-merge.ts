import { useEffect, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import type { MergeMatch, MergeMatches } from '#server/people/merge/contract.ts'

/** Loads the people with whom a registration can be merged (null until known), and merges it. */
export function useMerge(registration: number) {
  const [matches, setMatches] = useState<MergeMatches | null>(null)
  const [merging, setMerging] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const { offer } = useUndo()
  const path = `/api/people/${registration}/merge`
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
    const { ok, body } = await callApi('POST', path, { person: id }, [404])
    setMerging(null)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'That did not work. Please try again.'))
    if (!ok) return false
    offer(`The registration is merged with ${name}.${is_active ? '' : ' Their record is not active yet.'}`)
    return true
  }
  return { matches, merging, problem, merge }
}
