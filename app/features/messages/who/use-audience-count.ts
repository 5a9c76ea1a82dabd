import { useEffect, useState } from 'react'
import { fieldMessage, firstMessage } from '#app/collections/answer-messages.ts'
import { BACKGROUND_STATUSES, fetchApi } from '#app/shell/fetch-api.ts'
import type { AudienceAnswer } from '#server/messages/audience/answer-contract.ts'
import type { DraftFields } from '../draft-state.ts'

const isInstant = (text: string | null) => text !== null && !Number.isNaN(Date.parse(text))

const DEBOUNCE_MS = 300
const AGAIN_MS = 5_000

type Counted = Pick<DraftFields, 'kind' | 'also_sms' | 'audience' | 'scheduled_for'>

export type LiveCount = {
  count: AudienceAnswer | null
  isCounting: boolean
  problem: string | undefined
}

/**
 * Counts the recipients after a pause; a newer request aborts an older one.
 */
export function useAudienceCount({ kind, also_sms, audience, scheduled_for: leaves }: Counted): LiveCount {
  const scheduled_for = isInstant(leaves) ? leaves : null
  const body = JSON.stringify({
    kind,
    audience,
    ...(also_sms && { also_sms }),
    ...(scheduled_for && { scheduled_for }),
  })
  const [answer, setAnswer] = useState<{ body: string; count: AudienceAnswer | null; problem: string | undefined }>({
    body: '',
    count: null,
    problem: undefined,
  })
  useEffect(() => {
    const controller = new AbortController()
    const ask = async () => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const init = { method: 'POST', signal: controller.signal, headers, body }
      const response = await fetchApi('/api/messages/audience', init, BACKGROUND_STATUSES).catch(() => null)
      const said: unknown = await response?.json().catch(() => null)
      if (controller.signal.aborted) return
      if (response?.ok) return setAnswer({ body, count: said as AudienceAnswer, problem: undefined })
      if (!response || response.status >= 429) timer = setTimeout(ask, AGAIN_MS)
      const problem = fieldMessage(said, 'audience') ?? firstMessage(said, [])
      setAnswer((before) => ({ body, count: before.count, problem: problem ?? 'Not counted yet. We’ll try again.' }))
    }
    let timer = setTimeout(ask, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body])
  const isCurrent = answer.body === body
  return { count: answer.count, isCounting: !isCurrent, problem: isCurrent ? answer.problem : undefined }
}
