import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Roster } from './use-roster.ts'

export function UnpublishDialog({ roster, onClose }: { roster: Roster; onClose: () => void }) {
  const { state, data, submit } = useFetcher()
  const sent = useRef(false)
  const refused = formError(data)
  useEffect(() => {
    if (sent.current && state === 'idle' && !refused) onClose()
  }, [state, refused, onClose])
  return (
    <ConfirmDialog
      roster={roster}
      ask={{ do: 'unpublish' }}
      title="Unpublish all shifts?"
      text="Only admins see them, and no reminders are sent, until they are published again."
      verb="Unpublish all shifts"
      busy={state !== 'idle'}
      refused={refused}
      onConfirm={() => {
        sent.current = true
        submit(null, { method: 'post', action: `${paths.eventShifts(roster.editor.event.id)}/unpublish` })
      }}
      onClose={onClose}
    />
  )
}
