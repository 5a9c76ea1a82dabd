import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { recipientsSentence } from '#app/collections/notification-text.ts'
import { paths } from '#app/shell/paths.ts'
import { useNotificationPreviewState } from '#app/shell/use-notification-preview.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { TimeRequestDetail } from '#server/requests/times/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import { DeclineForm } from './decline-form.tsx'
import classes from './panel.module.css'
import { assignmentText, DeclineOrLater, KeysNote, type ListPosition, PanelHead } from './panel-parts.tsx'
import { useAnswer } from './use-answer.ts'
import { useItemKeys } from './use-item-keys.ts'

type Props = { detail: TimeRequestDetail; next: string; listPosition: ListPosition | null }

export function TimesPanel({ detail: { request, about }, next, listPosition }: Props) {
  const when = useDateFormats()
  const [declining, setDeclining] = useState(false)
  const answered = { requests: [request.id], person_name: request.person_name, times: request.version }
  const answering = useAnswer(answered, next)
  const { start, end } = request
  const asked = personTimes(request)
  const agreed = personTimes({ start, end, modified_start: request.agreed_start, modified_end: request.agreed_end })
  const isAgreed = request.agreed_start !== null || request.agreed_end !== null
  const isWithin = Date.parse(asked.start) >= Date.parse(start) && Date.parse(asked.end) <= Date.parse(end)
  const waits = request.state === 'waiting'
  const answerable = waits && !declining && !answering.busy
  const { preview, refused } = useNotificationPreviewState<{ notifies: NotificationPreview }>(
    `/api/timerequests/${request.id}/preview`,
    waits && isWithin ? { do: 'agree', version: request.version } : null,
  )
  const agreeable = isWithin && (preview !== null || refused)
  const keys = useItemKeys(listPosition, next, [
    ['A', () => void (answerable && agreeable && answering.agree())],
    ['D', () => answerable && setDeclining(true)],
  ])
  const head = {
    about,
    request: { ...request, assignment: null, role: null, modified_start: null, modified_end: null },
  }
  return (
    <section className={classes.panel} aria-label={`Request of ${request.person_name}`}>
      <PanelHead detail={head} listPosition={listPosition} keysOn={keys.on}>
        has asked for different times at{' '}
        <Link to={paths.eventShifts(request.event)}>{eventName(request.event_name)}</Link>,{' '}
        <span className="num">{when.short(start)}</span>
      </PanelHead>
      <dl className={classes.times}>
        <div>
          <dt>Shift</dt>
          <dd>
            {assignmentText(request)}, <span className="num">{when.range(start, end)}</span>
          </dd>
        </div>
        {isAgreed && request.state !== 'agreed' && (
          <div>
            <dt>Agreed now</dt>
            <dd className="num">{when.range(agreed.start, agreed.end)}</dd>
          </div>
        )}
        <div>
          <dt>Asked for</dt>
          <dd className="num">
            <b>{when.range(asked.start, asked.end)}</b>
          </dd>
        </div>
      </dl>
      {request.state === 'ended' && <p className={classes.done}>The shift started before this was answered.</p>}
      {(request.state === 'agreed' || request.state === 'declined') && (
        <div className={classes.done}>
          <p>{request.state === 'agreed' ? 'Agreed.' : `Declined${request.reason ? `: ${request.reason}` : '.'}`}</p>
          <FormError message={answering.problem} />
          <Button variant="default" mih={44} loading={answering.busy} onClick={answering.undo}>
            Undo the answer
          </Button>
        </div>
      )}
      {waits && declining && <DeclineForm of={answered} answering={answering} onBack={() => setDeclining(false)} />}
      {waits && !declining && (
        <>
          {!isWithin && <p data-tone="amber">The shift has moved since, and these times are no longer within it.</p>}
          {isWithin && !refused && (
            <p aria-live="polite">
              {preview ? recipientsSentence(preview.notifies) : 'Checking who will be notified…'}
            </p>
          )}
          <FormError message={answering.problem} />
          <div className={classes.actions} data-thumb>
            <Button
              mih={48}
              leftSection={<IconCheck size={16} aria-hidden />}
              rightSection={keys.on && <kbd aria-hidden>A</kbd>}
              aria-keyshortcuts={keys.on ? 'A' : undefined}
              disabled={!agreeable}
              loading={answering.busy}
              onClick={answering.agree}
            >
              Agree to {when.range(asked.start, asked.end)}
            </Button>
            <DeclineOrLater label="Decline" next={next} keysOn={keys.on} onDecline={() => setDeclining(true)} />
          </div>
        </>
      )}
      <KeysNote keys={keys} answers="A or Enter agree, D decline" />
    </section>
  )
}
