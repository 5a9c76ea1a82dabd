import { useCallback, useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import type { Candidate, ExplainAnswer } from '#server/deliveries/explain/contract.ts'

type Explanation = { candidates: Candidate[] | null; failed: boolean; reload: () => void }

/** Loads what a person got of a shift, an event or a message. @param query the URL's query; null asks nothing. */
export function useExplanation(query: string | null): Explanation {
  const [answered, setAnswered] = useState<{ query: string; candidates: Candidate[] | null }>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again.
  useEffect(() => {
    if (query === null) return
    let isCurrent = true
    callApi('GET', `/api/deliveries/explain?${query}`, undefined, [400, 403, 404]).then((answer) => {
      if (!isCurrent) return
      setAnswered({ query, candidates: answer.ok ? (answer.body as ExplainAnswer).candidates : null })
    })
    return () => {
      isCurrent = false
    }
  }, [query, turn])
  const current = answered?.query === query ? answered : undefined
  return {
    candidates: current?.candidates ?? null,
    failed: current?.candidates === null,
    reload: useCallback(() => setTurn((turn) => turn + 1), []),
  }
}
