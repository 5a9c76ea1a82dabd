import { Button, Checkbox, Radio } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { recipientsSentence } from '#app/collections/notification-text.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { RequestDetail } from '#server/requests/answer/contract.ts'
import { askedTimesText } from '#server/requests/asked-times.pure.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { AssignButton } from './assign-button.tsx'
import { DeclineForm } from './decline-form.tsx'
import classes from './panel.module.css'
import {
  AssignAnyway,
  assignmentText,
  DeclineOrLater,
  KeysNote,
  type ListPosition,
  PanelHead,
  Reasons,
} from './panel-parts.tsx'
import { useAddShift } from './use-add-shift.ts'
import { useAnswer } from './use-answer.ts'
import { useConsequence } from './use-consequence.ts'
import { useItemKeys, useSeen } from './use-item-keys.ts'

type Props = { detail: RequestDetail; next: string; listPosition: ListPosition | null }

export function RequestPanel({ detail, next, listPosition }: Props) {
  const { request, places } = detail
  const when = useDateFormats()
  const [shift, setShift] = useState<number | null>(places.find(({ fits }) => fits)?.shift ?? null)
  const [publish, setPublish] = useState(true)
  const [grants, setGrants] = useState(true)
  const asked = askedTimesText(request, when.time)
  const [declining, setDeclining] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const answered = { requests: [request.id], person_name: request.person_name }
  const answering = useAnswer(answered, next)
  const chosen = places.find((place) => (shift === null ? place.fits : place.shift === shift))
  const adding = useAddShift(request)
  const first = request.person_name.split(' ')[0]
  const publishNow = publish && chosen?.published === false
  const consequence = useConsequence(
    `/api/requests/${request.id}/preview`,
    chosen && request.state === 'waiting'
      ? { do: 'assign', shift: chosen.shift, publish: publishNow, times: grants }
      : null,
    publishNow,
  )
  const notifies = consequence.preview?.notifies
  const assign = () => (chosen?.fits ? answering.assign(chosen.shift, publishNow, grants) : setConfirming(true))
  const choose = (next: number) => {
    setShift(next)
    setConfirming(false)
  }
  const answerable = request.state === 'waiting' && !declining && !answering.busy
  const assignable = answerable && chosen && !confirming && !consequence.waits
  const keys = useItemKeys(listPosition, next, [
    ['A', () => void (assignable && assign())],
    ['D', () => answerable && setDeclining(true)],
    ...places
      .slice(0, 9)
      .map(({ shift: id }, n): [string, () => void] => [String(n + 1), () => void (answerable && choose(id))]),
  ])
  useSeen([request])
  return (
    <section className={classes.panel} aria-label={`Request of ${request.person_name}`}>
      <PanelHead detail={detail} listPosition={listPosition} keysOn={keys.on}>
        has asked to help at <Link to={paths.eventShifts(request.event)}>{eventName(request.event_name)}</Link>,{' '}
        <span className="num">
          {when.short(request.start)}, {when.range(request.start, request.end)}
        </span>
      </PanelHead>
      {request.state === 'assigned' && <p className={classes.done}>{first} is already on a shift at this event.</p>}
      {request.state === 'declined' && (
        <div className={classes.done}>
          <p>Declined{request.declined_reason ? `: ${request.declined_reason}` : '.'}</p>
          <Button variant="default" loading={answering.busy} onClick={answering.reopen}>
            Reopen
          </Button>
        </div>
      )}
      {request.state === 'waiting' && declining && (
        <DeclineForm of={answered} answering={answering} onBack={() => setDeclining(false)} />
      )}
      {request.state === 'waiting' && !declining && (
        <>
          {places.length > 0 ? (
            <Radio.Group
              label={`Choose a shift for ${first}`}
              description={
                places.some(({ fits }) => fits)
                  ? 'Most suitable first'
                  : 'None of them is suitable. The reason is beside each.'
              }
              inputWrapperOrder={['label', 'description', 'input']}
              value={String(chosen?.shift ?? null)}
              onChange={(value) => choose(Number(value))}
            >
              <div className={classes.places}>
                {places.map((place, n) => (
                  <Radio.Card key={place.shift} value={String(place.shift)} className={classes.place}>
                    <Radio.Indicator />
                    <span className={classes.shift}>
                      <b>{assignmentText(place)}</b>
                      <small className="num">
                        {when.within(place, request)}
                        {!place.published && ', not published'}
                      </small>
                    </span>
                    <Reasons place={place} />
                    {keys.on && n < 9 && <kbd aria-hidden>{n + 1}</kbd>}
                  </Radio.Card>
                ))}
              </div>
            </Radio.Group>
          ) : (
            <p>This event has no open shift. Add one for {first}, or decline.</p>
          )}
          {chosen && !chosen.published && (
            <Checkbox
              label={`Publish the shift now, so that ${first} is notified`}
              checked={publish}
              onChange={(event) => setPublish(event.currentTarget.checked)}
            />
          )}
          {chosen && asked && (
            <Checkbox
              label={`Agree that ${first} will ${asked}`}
              description={grants ? undefined : `${first} is on the shift for all of it.`}
              checked={grants}
              onChange={(event) => setGrants(event.currentTarget.checked)}
            />
          )}
          {notifies && (
            <p>
              {!chosen?.published && !publishNow
                ? 'The shift is not published: no one is notified yet.'
                : `The shift is published: ${recipientsSentence(notifies)}`}
            </p>
          )}
          <FormError message={answering.problem ?? adding.problem} />
          {confirming && chosen && (
            <AssignAnyway
              name={first ?? request.person_name}
              places={[chosen]}
              busy={answering.busy}
              waits={consequence.waits}
              onConfirm={() => answering.assign(chosen.shift, publishNow, grants)}
              onBack={() => setConfirming(false)}
            />
          )}
          <div className={classes.actions} data-thumb>
            {chosen ? (
              <AssignButton
                consequence={consequence}
                unfit={chosen?.fits === false}
                keysOn={keys.on}
                disabled={confirming}
                busy={answering.busy && !confirming}
                onClick={assign}
              >
                {`Assign to ${assignmentText(chosen)}${chosen.fits ? '' : ' anyway…'}`}
              </AssignButton>
            ) : (
              <Button
                mih={48}
                leftSection={<IconPlus size={16} aria-hidden />}
                loading={adding.busy}
                onClick={() => void adding.add()}
              >
                Add a shift
              </Button>
            )}
            <DeclineOrLater label="Decline" next={next} keysOn={keys.on} onDecline={() => setDeclining(true)} />
          </div>
        </>
      )}
      <KeysNote keys={keys} />
    </section>
  )
}
