import { useRef } from 'react'
import { Composer } from './composer.tsx'
import type { MessageData } from './message-data.ts'
import { MessageState } from './sending/message-state.tsx'

export function MessageScreen(data: MessageData) {
  const { message } = data
  const { key, onCreated } = useDraftSession(message?.id ?? null)
  return message && message.status !== 'draft' ? (
    <MessageState key={message.id} data={data} message={message} />
  ) : (
    <Composer key={key} data={data} onCreated={onCreated} />
  )
}

/**
 * A key that stays when a new draft gets its id, so that its writer is not interrupted, and changes with any other
 * message.
 */
function useDraftSession(id: number | null) {
  const session = useRef({ id, number: 0 })
  const created = useRef<number | null>(null)
  if (session.current.id !== id) {
    const isSame = session.current.id === null && created.current === id
    session.current = { id, number: session.current.number + (isSame ? 0 : 1) }
  }
  const onCreated = (made: number) => {
    created.current = made
  }
  return { key: session.current.number, onCreated }
}
