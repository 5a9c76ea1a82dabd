import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'

export type CallOffEvent = {
  id: number
  name: string
  start: string
  end: string
  location: string | null
  decision?: 'go' | 'off' | null
}

export function useDecide({ id, name, decision = null }: Pick<CallOffEvent, 'id' | 'name' | 'decision'>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { offer } = useUndo()
  const { revalidate } = useRevalidator()
  const path = `/api/events/${id}/decide`
  const decide = async (to: 'go' | 'off' | null, { words, said }: { words?: string; said?: string } = {}) => {
    setBusy(true)
    const { ok, body } = await callApi('PUT', path, { decision: to, ...(words && { words }) }, [400, 404])
    setBusy(false)
    if (!ok) {
      setProblem(firstMessage(body, []) ?? 'This did not work. Try again.')
      return false
    }
    setProblem(undefined)
    offer(said ?? SAID[to ?? 'none'](eventName(name)), { path, body: { decision } })
    revalidate()
    return true
  }
  return { decide, busy, problem }
}

const SAID = {
  go: (name: string) => `${name} goes ahead.`,
  off: (name: string) => `${name} is called off.`,
  none: (name: string) => `${name} is no longer decided.`,
}
