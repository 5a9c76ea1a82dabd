import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'

/** Activates and deactivates people, with Undo. The welcome email is sent after the notice's undo time. */
export function useActivation() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  /** @param text of the notice. @param more further fields of the call. @returns whether it succeeded. */
  const setActive = async (id: number, is_active: boolean, text: string, more: object = {}): Promise<boolean> => {
    setBusy(true)
    const { ok, body } = await callApi('POST', '/api/people/bulk', { ids: [id], changes: { is_active }, ...more })
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'That did not work. Please try again.'))
    if (!ok) return false
    const { undo } = body as { undo?: { token: string } }
    offer(text, undo && { collection: 'people', token: undo.token })
    revalidate()
    return true
  }
  return { busy, problem, setActive }
}
