import { useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { type Reach, reachOf, reachText } from '#app/collections/reach-text.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Roster } from './use-roster.ts'

type Deleted = { undo: { token: string } }

/**
 * Deletes the event with its shifts and requests, and offers Undo. Asks first because people are notified; an undo
 * within the undo window notifies no one. No fetcher: it would reload the deleted event before the page could leave it.
 */
export function DeleteDialog({ roster, onClose }: { roster: Roster; onClose: () => void }) {
  const {
    call,
    busy,
    problem: refused,
    refuse,
  } = useCall<Deleted>('POST', '/api/events/bulk', { handled: [404], reload: 'never' })
  const [reach, setReach] = useState<Reach | null>(null)
  const [counted, setCounted] = useState(false)
  const event = roster.editor.event.id
  useEffect(() => {
    let shown = true
    void callApi('POST', '/api/events/bulk', { ids: [event], remove: true, preview: true }, [404]).then(
      ({ ok, body }) => {
        if (!shown) return
        if (ok) setReach(reachOf(body))
        setCounted(true)
      },
    )
    return () => {
      shown = false
    }
  }, [event])
  const navigate = useNavigate()
  const { offer } = useUndo()
  const name = eventName(roster.eventFields.name)
  const remove = async () => {
    const { ok, status, body } = await call({ ids: [event], remove: true, ...(reach && { confirm: reach.confirm }) })
    const asked = status === 409 ? reachOf(body) : null
    if (asked) {
      setReach(asked)
      return refuse('The event has changed: look at the numbers again.')
    }
    if (!ok && status !== 404) return
    offer(`${name} deleted.`, ok ? { collection: 'events', token: body.undo.token } : undefined)
    navigate(paths.events, { replace: true })
  }
  return (
    <ConfirmDialog
      roster={roster}
      ask={{ do: 'remove' }}
      title={`Delete “${name}”?`}
      text={lossOf(roster, reach)}
      verb="Delete this event"
      busy={busy}
      counted={counted}
      refused={refused}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

function lossOf({ shifts }: Roster, reach: Reach | null): string {
  const people = new Set(shifts.flatMap(({ fields }) => fields.person ?? [])).size
  const held = people ? `${people === 1 ? '1 person is' : `${people} people are`} on them.` : ''
  return [reach && reachText(reach, 'The event'), held, 'You can undo this for a day.'].filter(Boolean).join(' ')
}
