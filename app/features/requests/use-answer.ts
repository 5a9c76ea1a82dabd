import { useNavigate, useRevalidator } from '@remix-run/react'
import { recipientsSentence } from '#app/collections/notification-text.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCalls } from '#app/collections/use-call.ts'
import type { Assigned, AssignedTogether } from '#server/requests/answer/contract.ts'
import type { TimesAnswered } from '#server/requests/times/contract.ts'

/**
 * Requests answered together: one, or one person's for a series. `times`: the version of a request for other times,
 * which is answered separately.
 */
export type Answered = { requests: readonly number[]; person_name: string; times?: number }

export const answerPath = ({ requests, times }: Pick<Answered, 'requests' | 'times'>, verb: string) => {
  const base = times === undefined ? '/api/requests' : '/api/timerequests'
  return requests.length === 1 ? `${base}/${requests[0]}/${verb}` : `${base}/${verb}`
}

/**
 * Sends the answer to an item of To do and moves on to the next; `stay` reads it again instead. Notifications wait for
 * the undo window. No fetcher: it would reload the list and remove the panel before it could show the result.
 * @returns the body of the answer; null where it was refused.
 */
export function useAnswered(next: string) {
  const { call, busy, problem, error } = useCalls({ fields: ['reason'], reload: 'never' })
  const { offer } = useUndo()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const send = async (method: 'POST' | 'PUT', path: string, body: object, { stay = false } = {}) => {
    const answer = await call(method, path, body)
    if (answer.ok && stay) revalidate()
    else if (answer.ok) navigate(next, { replace: true, preventScrollReset: true })
    return answer.ok ? (answer.body ?? {}) : null
  }
  return { send, offer, busy, problem, error }
}

/** Answers requests and offers Undo. */
export function useAnswer(answered: Answered, next: string) {
  const { requests, person_name, times: version } = answered
  const { send, offer, busy, problem, error } = useAnswered(next)
  const put = (verb: string, body: object, path = answerPath(answered, verb)) =>
    send('PUT', path, body, { stay: verb === 'reopen' || verb === 'undo' })
  return {
    busy,
    problem,
    reasonProblem: error('reason'),
    assign: async (shift: number | null, publish: boolean, times = true) => {
      const done = (await put('assign', { shift, publish, times })) as Assigned | null
      if (!done) return
      const { notifies, ...undoInput } = done
      offer(`${person_name} is on the shift. ${recipientsSentence(notifies)}`, {
        path: answerPath(answered, 'undo'),
        body: undoInput,
      })
    },
    assignTogether: async (shifts: readonly { request: number; shift: number }[], publish: boolean) => {
      const done = (await put('assign', { shifts, publish }, '/api/requests/assign')) as AssignedTogether | null
      if (!done) return
      const count = done.assigned.length === 1 ? 'one shift' : `${done.assigned.length} shifts`
      offer(`${person_name} is on ${count}. ${recipientsSentence(done.notifies)}`, {
        path: '/api/requests/undo-assign',
        body: { assigned: done.assigned },
      })
    },
    decline: async (reason: string, notified: boolean) => {
      if (await put('decline', requests.length === 1 ? { reason, version } : { requests, reason }))
        offer(
          `${requests.length === 1 ? 'Request' : `${requests.length} requests`} declined. ${recipientsSentence({ people: notified ? 1 : 0, names: notified ? [person_name] : [] })}`,
          {
            path: answerPath(answered, version === undefined ? 'reopen' : 'undo'),
            body: requests.length === 1 ? {} : { requests },
          },
        )
    },
    reopen: () => put('reopen', {}),
    agree: async () => {
      const done = (await put('agree', { version })) as TimesAnswered | null
      if (!done) return
      offer(`The times of ${person_name} are agreed. ${recipientsSentence(done.notifies)}`, {
        path: answerPath(answered, 'undo'),
        body: {},
      })
    },
    undo: () => put('undo', {}),
  }
}

export type AnswerState = ReturnType<typeof useAnswer>
