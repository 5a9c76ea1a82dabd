import { useNavigate, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCalls } from '#app/collections/use-call.ts'
import type { Origin } from '#app/shell/begin-message.ts'
import { countFailedMessages } from '#app/shell/failed-messages.ts'
import { paths } from '#app/shell/paths.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { countedMessages } from './message-text.ts'
import { originOfCopy } from './origin-link.ts'

type Line = Pick<MessageLine, 'id' | 'kind' | 'status' | 'undo_until'>
type Draft = Record<string, unknown> & { audience: Audience; origin: Origin | null }

export function useMessageCalls() {
  const calls = useCalls({ handled: [404], reload: 'always' })
  const [sent, setSent] = useState<number | null>(null)
  const { offer } = useUndo()
  const navigate = useNavigate()

  const call = async (id: number, method: string, path: string, body?: object) => {
    setSent(id)
    const answer = await calls.call(method, path, body)
    if (method === 'PUT') void countFailedMessages()
    return answer.ok ? answer.body : null
  }

  const stop = async ({ id, kind, status }: Line) => {
    const answer = (await call(id, 'PUT', `/api/messages/${id}/cancel`)) as { counts: Record<string, number> } | null
    if (answer) offer(status === 'scheduled' ? 'The message is cancelled.' : stoppedText(kind, answer.counts))
  }

  const pause = async ({ id }: Line) => {
    if (await call(id, 'PUT', `/api/messages/${id}/pause`))
      offer('The message is paused. No one else gets it until you resume it.')
  }

  const resume = async ({ id }: Line) => {
    if (await call(id, 'PUT', `/api/messages/${id}/resume`)) offer('The message is being sent again.')
  }

  const retry = async ({ id, kind }: Line) => {
    const answer = (await call(id, 'PUT', `/api/messages/${id}/retry`)) as { queued: number } | null
    if (answer)
      offer(answer.queued ? `${countedMessages(kind, answer.queued)} will be tried again.` : 'Nothing to send again.')
  }

  const draftFrom = async (id: number, change: (message: Draft) => Partial<Draft>) => {
    const read = (await call(id, 'GET', `/api/messages/${id}`)) as {
      results: { messages: Record<string, Draft> }
    } | null
    const message = read?.results.messages[id]
    if (!message) return
    const { kind, also_sms, subject, body, template, audience, reply_to, origin } = message
    const draft = {
      kind,
      also_sms,
      subject,
      body,
      template,
      audience,
      reply_to,
      origin: originOfCopy({ id, audience, origin }),
      ...change(message),
    }
    const made = (await call(id, 'POST', '/api/messages', [draft])) as { order: number[] } | null
    const [added] = made?.order ?? []
    const hasFiles = Array.isArray(message.attachments) && message.attachments.length > 0
    if (added && hasFiles) await callApi('PUT', `/api/messages/${added}/attachments`, { from: id })
    if (added) navigate(paths.message(kind === 'sms' ? 'sms' : 'email', added))
  }

  return {
    busy: calls.busy ? sent : null,
    problem: calls.problem,
    stop,
    pause,
    resume,
    retry,
    copy: ({ id }: Line) => draftFrom(id, () => ({})),
    writeToMissed: ({ id }: Line) => draftFrom(id, () => ({ audience: { missed: id } })),
  }
}

/** Result of a stop: how many were sent, and how many the provider had already been asked to send. */
export function stoppedText(kind: Line['kind'], counts: Partial<Record<string, number>>): string {
  const n = (...states: string[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const left = n('sent', 'delivered', 'bounced', 'complained')
  const leaving = n('sending', 'unknown')
  const stopped = n('cancelled')
  if (!left && !leaving) return 'Sending cancelled. No one gets it.'
  const last = leaving ? ` ${leaving === 1 ? '1 was' : `${leaving} were`} already with the provider.` : ''
  return `Stopped: ${countedMessages(kind, stopped)} won’t be sent. ${left} had already gone.${last}`
}

const EVERY_MS = 2_000

/** Reloads the page's data every two seconds while `active` and the page is visible. */
export function useRefresh(active: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!active || state !== 'idle') return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [active, state, revalidate])
}
