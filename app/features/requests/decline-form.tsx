import { Button, Chip, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNotificationPreviewState } from '#app/shell/use-notification-preview.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import classes from './panel.module.css'
import { type Answered, type AnswerState, answerPath } from './use-answer.ts'

const REASONS = ['All shifts are taken.', 'A qualification is missing.', 'You had a shift recently.']
const REASONS_OF_TIMES = ['We need you for the whole shift.', 'No one can cover the rest.']

type Props = { of: Answered; answering: AnswerState; onBack: () => void }

export function DeclineForm({ of, answering, onBack }: Props) {
  const { requests, person_name, times } = of
  const [reason, setReason] = useState('')
  const { preview, refused } = useNotificationPreviewState<{ notifies: NotificationPreview }>(
    answerPath(of, 'preview'),
    { do: 'decline', version: times, ...(requests.length > 1 && { requests }) },
  )
  const reasonInput = useRef<HTMLTextAreaElement>(null)
  // Focuses the reason, so that typing does not trigger the panel's keyboard shortcuts.
  useEffect(() => reasonInput.current?.focus(), [])
  const isNotified = preview?.notifies.people !== 0
  const waits = !preview && !refused
  const first = person_name.split(' ')[0]
  const [question, consequence] = !preview
    ? ['Why?', waits ? ', checking…' : '']
    : isNotified
      ? [`Why? ${first} gets your reason by email.`, ` and notify ${first}`]
      : [`Why? ${first} gets no email.`, '']
  const decline = (event: FormEvent) => {
    event.preventDefault()
    void answering.decline(reason, isNotified)
  }
  return (
    <form onSubmit={decline} className={`stack ${classes.decline}`}>
      <h3>{question}</h3>
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
        <Button type="submit" color="red" disabled={waits} loading={answering.busy}>
          {`Decline${requests.length > 1 ? ` all ${requests.length}` : ''}${consequence}`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
