import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { firstMessage, messageUnder } from '../../collections/answer-messages.ts'
import type { Sent } from '../../collections/reauth/send.ts'
import { useCall } from '../../collections/reauth/use-call.tsx'

export type OwnForm = {
  /** Makes the call; the page is read again when it worked. */
  submit: (method: string, path: string, body?: object) => Promise<Sent>
  busy: boolean
  saved: boolean
  error: (field: string) => string | undefined
  message: string | undefined
  clear: () => void
  /** Asks for the password where the server wants it; has to be drawn. */
  dialog: ReactNode
}

/** One form of one's own profile: its call, and what the server says about it. @param fields those that show their messages. */
export function useOwnForm(fields: readonly string[] = []): OwnForm {
  const { call, busy, dialog } = useCall()
  const { revalidate } = useRevalidator()
  const [answer, setAnswer] = useState<Sent | null>(null)
  const problem = answer && !answer.ok ? (answer.body ?? { detail: 'That did not work. Please try again.' }) : null
  return {
    busy,
    dialog,
    saved: answer?.ok === true,
    error: (field) => messageUnder(problem, field),
    message: problem ? firstMessage(problem, fields) : undefined,
    clear: () => setAnswer(null),
    submit: async (method, path, body) => {
      const sent = await call(method, path, body)
      setAnswer(sent)
      if (sent.ok) revalidate()
      return sent
    },
  }
}
