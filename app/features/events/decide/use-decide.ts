import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
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
  const path = `/api/events/${id}/decide`
  const { call, busy, problem } = useCall('PUT', path, { handled: [404] })
  const { offer } = useUndo()
  const decide = async (to: 'go' | 'off' | null, { words, said }: { words?: string; said?: string } = {}) => {
    const { ok } = await call({ decision: to, ...(words && { words }) })
    if (ok) offer(said ?? SAID[to ?? 'none'](eventName(name)), { path, body: { decision } })
    return ok
  }
  return { decide, busy, problem }
}

const SAID = {
  go: (name: string) => `${name} goes ahead.`,
  off: (name: string) => `${name} is called off.`,
  none: (name: string) => `The decision on ${name} is open again.`,
}
