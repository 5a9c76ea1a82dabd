import { useNavigate, useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import type { Assigned, RequestRow } from '#server/requests/answer/contract.ts'
import { firstMessage, messageUnder } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { useUndo } from '../../collections/undo.tsx'
import { recipientsSentence } from '../../ui/notification-text.ts'

/**
 * Answers a request, offers to take the answer back and goes on to the next one. The messages wait as long as the offer stands.
 * Not by a fetcher: it would load the list again and take the panel away before it could say what was done.
 */
export function useAnswer(request: RequestRow, next: string) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const { offer } = useUndo()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const path = (verb: string) => `/api/requests/${request.id}/${verb}`
  const put = async (verb: string, body: object) => {
    setBusy(true)
    const answer = await callApi('PUT', path(verb), body)
    setBusy(false)
    setProblem(answer.ok ? null : answer.body)
    if (answer.ok && verb === 'reopen') revalidate()
    else if (answer.ok) navigate(next, { replace: true, preventScrollReset: true })
    return answer.ok ? answer.body : null
  }
  return {
    busy,
    problem: problem === null ? undefined : (firstMessage(problem, ['reason']) ?? 'That did not work. Try again.'),
    reasonProblem: messageUnder(problem, 'reason'),
    assign: async (shift: number | null, publish: boolean) => {
      const done = (await put('assign', { shift, publish })) as Assigned | null
      if (!done) return
      const { notifies, ...undone } = done
      offer(`${request.person_name} has the place. ${recipientsSentence(notifies)}`, {
        path: path('undo'),
        body: undone,
      })
    },
    decline: async (reason: string, tells: boolean) => {
      if (await put('decline', { reason }))
        offer(
          `The request is declined. ${recipientsSentence({ people: tells ? 1 : 0, names: tells ? [request.person_name] : [] })}`,
          { path: path('reopen'), body: {} },
        )
    },
    reopen: () => put('reopen', {}),
  }
}

export type Answering = ReturnType<typeof useAnswer>
