import { Button, Chip, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { RequestRow } from '#server/requests/answer/contract.ts'
import { useNotificationPreview } from '../../shell/use-notification-preview.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './panel.module.css'
import type { Answering } from './use-answer.ts'

const REASONS = ['All places are taken.', 'A qualification is missing.', 'Your turn came recently.']

type Props = { request: RequestRow; answering: Answering; onBack: () => void }

/** Why not: one of the usual reasons, or in one's own words. The person reads it. */
export function DeclineForm({ request, answering, onBack }: Props) {
  const [reason, setReason] = useState('')
  const notifies = useNotificationPreview<{ notifies: NotificationPreview }>(`/api/requests/${request.id}/preview`, {
    do: 'decline',
  })?.notifies
  const words = useRef<HTMLTextAreaElement>(null)
  // Where the hand is: what is typed next is the reason, and no key of the inbox.
  useEffect(() => words.current?.focus(), [])
  const tells = notifies?.people !== 0
  const first = request.person_name.split(' ')[0]
  const decline = (event: FormEvent) => {
    event.preventDefault()
    void answering.decline(reason, tells)
  }
  return (
    <form onSubmit={decline} className={classes.decline}>
      <h3>{`Why? ${first} gets ${tells ? 'this by' : 'no'} email.`}</h3>
      <Chip.Group value={reason} onChange={(value) => setReason(String(value))}>
        <fieldset className={classes.chips} aria-label="Usual reasons">
          {REASONS.map((one) => (
            <Chip key={one} value={one} size="sm">
              {one.replace(/\.$/, '')}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      <Textarea
        ref={words}
        aria-label="Reason"
        placeholder="Optional"
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={answering.reasonProblem}
        autosize
        minRows={2}
      />
      <FormError message={answering.problem} />
      <div className={classes.actions}>
        <Button type="submit" color="red" loading={answering.busy}>
          {tells ? `Decline and tell ${first}` : 'Decline'}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
