import { Button, Chip, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { useNotificationPreview } from '../../shell/use-notification-preview.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './panel.module.css'
import { type Answered, type AnswerState, answerPath } from './use-answer.ts'

const REASONS = ['All shifts are taken.', 'A qualification is missing.', 'You had a shift recently.']
const REASONS_OF_TIMES = ['We need you for the whole shift.', 'Nobody can cover the rest.']

type Props = { of: Answered; answering: AnswerState; onBack: () => void }

/** Asks why requests are declined: a common reason or free text, which the person reads. */
export function DeclineForm({ of, answering, onBack }: Props) {
  const { requests, person_name, times } = of
  const [reason, setReason] = useState('')
  const notifies = useNotificationPreview<{ notifies: NotificationPreview }>(answerPath(of, 'preview'), {
    do: 'decline',
    version: times,
    ...(requests.length > 1 && { requests }),
  })?.notifies
  const reasonInput = useRef<HTMLTextAreaElement>(null)
  // Focuses the reason, so that typing does not trigger the inbox's keyboard shortcuts.
  useEffect(() => reasonInput.current?.focus(), [])
  const notified = notifies?.people !== 0
  const first = person_name.split(' ')[0]
  const decline = (event: FormEvent) => {
    event.preventDefault()
    void answering.decline(reason, notified)
  }
  return (
    <form onSubmit={decline} className={classes.decline}>
      <h3>{notified ? `Why? ${first} gets your reason by email.` : `Why? ${first} gets no email.`}</h3>
      <Chip.Group value={reason} onChange={(value) => setReason(String(value))}>
        <fieldset className={classes.chips} aria-label="Common reasons">
          {(times === undefined ? REASONS : REASONS_OF_TIMES).map((text) => (
            <Chip key={text} value={text} size="sm">
              {text.replace(/\.$/, '')}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      <Textarea
        ref={reasonInput}
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
          {`Decline${requests.length > 1 ? ` all ${requests.length}` : ''}${notified ? ` and notify ${first}` : ''}`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
