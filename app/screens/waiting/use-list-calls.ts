import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'

/** Calls the API about one's places on waiting lists, and reads the page again. */
export function useListCalls() {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (method: string, path: string, input?: object) => {
    setBusy(true)
    const { ok, body } = await callApi(method, path, input, [400, 403, 404, 409])
    setBusy(false)
    setProblem(ok ? null : (firstMessage(body, []) ?? 'This did not work.'))
    revalidate()
  }
  return { busy, problem, send }
}
