import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'

/**
 * Activates people and deactivates them, with Undo. Whoever is approved is welcomed by email once it can no longer be undone
 * by the notice.
 */
export function useActivation() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  /** @param text what the notice says. @param more what else the call says. @returns whether it was done. */
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
