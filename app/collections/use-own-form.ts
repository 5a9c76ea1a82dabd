import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { fieldMessage, firstMessage } from './answer-messages.ts'
import type { SendResult } from './reauth/send.ts'
import { useReauthCall } from './reauth/use-reauth-call.tsx'

export type OwnForm = {
  submit: (method: string, path: string, body?: object) => Promise<SendResult>
  busy: boolean
  saved: boolean
  error: (field: string) => string | undefined
  message: string | undefined
  clear: () => void
  /** Password prompt, shown when the server requires it; the component must render it. */
  dialog: ReactNode
}

/** State and server messages of a form that makes one call. @param fields the fields that show their own messages. */
export function useOwnForm(fields: readonly string[] = []): OwnForm {
  const { call, busy, dialog } = useReauthCall()
  const { revalidate } = useRevalidator()
  const [answer, setAnswer] = useState<SendResult | null>(null)
  const problem = answer && !answer.ok ? (answer.body ?? { detail: 'That did not work. Please try again.' }) : null
  return {
    busy,
    dialog,
    saved: answer?.ok === true,
    error: (field) => fieldMessage(problem, field),
    message: problem ? firstMessage(problem, fields) : undefined,
    clear: () => setAnswer(null),
    submit: async (method, path, body) => {
      const result = await call(method, path, body)
      setAnswer(result)
      if (result.ok) revalidate()
      return result
    },
  }
}
