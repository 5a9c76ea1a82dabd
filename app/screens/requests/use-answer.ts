import { useNavigate, useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import type { Assigned, RequestRow } from '#server/requests/answer/contract.ts'
import { fieldMessage, firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { useUndo } from '../../collections/undo.tsx'
import { recipientsSentence } from '../../ui/notification-text.ts'

/**
 * Answers a request, offers Undo and moves on to the next one. Notifications wait until the undo window has passed. No fetcher: it would
 * reload the list and remove the panel before it could show the result.
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
    problem:
      problem === null ? undefined : (firstMessage(problem, ['reason']) ?? 'That did not work. Please try again.'),
    reasonProblem: fieldMessage(problem, 'reason'),
    assign: async (shift: number | null, publish: boolean) => {
      const done = (await put('assign', { shift, publish })) as Assigned | null
      if (!done) return
      const { notifies, ...undoInput } = done
      offer(`${request.person_name} is on the shift. ${recipientsSentence(notifies)}`, {
        path: path('undo'),
        body: undoInput,
      })
    },
    decline: async (reason: string, notified: boolean) => {
      if (await put('decline', { reason }))
        offer(
          `Request declined. ${recipientsSentence({ people: notified ? 1 : 0, names: notified ? [request.person_name] : [] })}`,
          { path: path('reopen'), body: {} },
        )
    },
    reopen: () => put('reopen', {}),
  }
}

export type AnswerState = ReturnType<typeof useAnswer>
