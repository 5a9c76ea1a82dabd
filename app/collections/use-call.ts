import { useRevalidator } from '@remix-run/react'
import { useRef, useState } from 'react'
import { fieldMessage, firstMessage } from './answer-messages.ts'
import { type Answer, callApi, refusal } from './call-api.ts'
import { FAILED } from './problem-text.ts'
import { confirmPassword } from './reauth/confirm-password.tsx'

type Options = {
  /** The fields that show their own messages. */
  fields?: readonly string[]
  /** Statuses whose refusal the screen shows, in place of their error page (see `fetchApi`). */
  handled?: readonly number[]
  headers?: Record<string, string>
  /** When the page reads its data again; default: after success. */
  reload?: 'done' | 'always' | 'never'
}

type Input = object | FormData | URLSearchParams

type State = {
  busy: boolean
  saved: boolean
  /** The message for the whole form, unless the fields have it. */
  problem: string | undefined
  error: (field: string) => string | undefined
  /** Shows a problem that the browser found itself: a text, or messages by field. */
  refuse: (problem: string | Record<string, string[]>) => void
  clear: () => void
}

export type Calls = State & {
  call: <Body = unknown>(method: string, path: string, body?: Input) => Promise<Answer<Body>>
}

/**
 * Makes calls of one form or list and keeps their state. Each call clears the stored error; errors follow `fetchApi`. A
 * call that needs the password again asks for it and is repeated. An identical call is refused while the first runs.
 */
export function useCalls({ fields = [], handled = [], headers, reload = 'done' }: Options = {}): Calls {
  const [answer, setAnswer] = useState<Pick<Answer, 'ok' | 'body'> | null>(null)
  const [running, setRunning] = useState(0)
  const sent = useRef(new Set<string>())
  const { revalidate } = useRevalidator()

  const call = async <Body>(method: string, path: string, body?: Input): Promise<Answer<Body>> => {
    const key = `${method} ${path} ${JSON.stringify(body)}`
    if (sent.current.has(key)) return refusal()
    sent.current.add(key)
    setAnswer(null)
    setRunning((count) => count + 1)
    const send = () => callApi<Body>(method, path, body, handled, headers)
    const first = await send()
    const result = needsPassword(first) && (await confirmPassword()) ? await send() : first
    sent.current.delete(key)
    setRunning((count) => count - 1)
    setAnswer(result)
    if (reload === 'always' || (result.ok && reload === 'done')) revalidate()
    return result
  }
  const refused = answer && !answer.ok ? (answer.body ?? {}) : null
  const error = (field: string) => fieldMessage(refused, field)
  return {
    call,
    busy: running > 0,
    saved: answer?.ok === true,
    problem: refused ? (firstMessage(refused, fields) ?? (fields.some(error) ? undefined : FAILED)) : undefined,
    error,
    refuse: (problem) => setAnswer({ ok: false, body: typeof problem === 'string' ? { detail: problem } : problem }),
    clear: () => setAnswer(null),
  }
}

/** Makes one call, as `useCalls`. */
export function useCall<Body = unknown>(method: string, path: string, options?: Options) {
  const { call, ...state } = useCalls(options)
  return { ...state, call: (body?: Input) => call<Body>(method, path, body) }
}

const needsPassword = ({ ok, body }: Answer): boolean =>
  !ok && (body as { reauth_required?: boolean } | null)?.reauth_required === true
