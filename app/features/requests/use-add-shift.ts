import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'

type Wish = { assignment: number | null; role: number | null }

export function useAddShift({ id, event }: { id: number; event: number }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const add = async () => {
    setBusy(true)
    const asked = await callApi('GET', `/api/requests/${id}`)
    const wish = (asked.body as { results?: { requests: Record<string, Wish> } } | null)?.results?.requests[id]
    const shift = { event, assignment: wish?.assignment ?? null, role: wish?.role ?? null }
    const { ok, body } = asked.ok ? await callApi('POST', '/api/shifts/', [shift]) : asked
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'That did not work. Please try again.'))
    if (ok) revalidate()
  }
  return { add, busy, problem }
}
