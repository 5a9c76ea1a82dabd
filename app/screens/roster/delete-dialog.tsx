import { useNavigate } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { useUndo } from '../../collections/undo.tsx'
import { paths } from '../../shell/paths.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Roster } from './use-roster.ts'

type Deleted = { undo: { token: string } }

/**
 * Deletes the event with its shifts and requests, and offers Undo. It asks first because people are notified; an undo within
 * the undo window notifies nobody, as with any deletion from a list. It uses no fetcher, which would reload the deleted event
 * before the page could leave it.
 */
export function DeleteDialog({ roster, onClose }: { roster: Roster; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const navigate = useNavigate()
  const { offer } = useUndo()
  const name = roster.eventFields.name || 'Untitled Event'
  const remove = async () => {
    setBusy(true)
    const answer = await callApi('POST', '/api/events/bulk', { ids: [roster.editor.event.id], remove: true }, [404])
    setBusy(false)
    const { ok, status, body } = answer
    if (!ok && status !== 404) return setRefused(firstMessage(body, []) ?? 'Not deleted. Please try again.')
    offer(`${name} is deleted.`, ok ? { collection: 'events', token: (body as Deleted).undo.token } : undefined)
    navigate(paths.events, { replace: true })
  }
  return (
    <ConfirmDialog
      roster={roster}
      ask={{ do: 'remove' }}
      title={`Delete “${name}”?`}
      text={lossOf(roster)}
      verb="Delete this event"
      busy={busy}
      refused={refused}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** Counts what is deleted with the event. */
function lossOf({ shifts }: Roster): string {
  const people = new Set(shifts.flatMap(({ fields }) => fields.person ?? [])).size
  const held = people ? `, which ${people === 1 ? '1 person holds' : `${people} people hold`}` : ''
  const shiftsText = shifts.length === 1 ? 'its 1 shift' : `all ${shifts.length} shifts`
  return `This also deletes ${shifts.length ? `${shiftsText}${held}, and ` : ''}every request for the event. You can undo this for a day.`
}
