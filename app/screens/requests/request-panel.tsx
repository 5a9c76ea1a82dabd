import { Button, Checkbox, Radio } from '@mantine/core'
import { Link, useFetcher, useNavigate } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { RequestDetail, ShiftForRequest } from '#server/requests/answer/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useNotificationPreview } from '../../shell/use-notification-preview.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { recipientsSentence } from '../../ui/notification-text.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import { useSingleKeys } from '../../ui/use-single-keys.ts'
import { DeclineForm } from './decline-form.tsx'
import classes from './panel.module.css'
import { useAnswer } from './use-answer.ts'

const assignmentText = ({ assignment, role }: Pick<ShiftForRequest, 'assignment' | 'role'>) =>
  [assignment, role].filter(Boolean).join(', ') || 'No assignment'

/** The request's position in its list, and the URLs of its neighbours. */
export type ListPosition = { position: number; count: number; above: string | null; below: string | null }
type Props = { detail: RequestDetail; next: string; listPosition: ListPosition | null }

/** One request with the open shifts that fit it, best fit first; can be answered with single keys. */
export function RequestPanel({ detail, next, listPosition }: Props) {
  const { request, places, about } = detail
  const when = useDateFormats()
  const [shift, setShift] = useState<number | null>(places.find(({ fits }) => fits)?.shift ?? null)
  const [publish, setPublish] = useState(true)
  const [declining, setDeclining] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const answering = useAnswer(request, next)
  const seen = useFetcher()
  const chosen = places.find((place) => place.shift === shift)
  const first = request.person_name.split(' ')[0]
  const publishNow = publish && chosen?.published === false
  const notifies = useNotificationPreview<{ notifies: NotificationPreview }>(
    `/api/requests/${request.id}/preview`,
    chosen && request.state === 'waiting' ? { do: 'assign', shift: chosen.shift, publish: publishNow } : null,
  )?.notifies

  const navigate = useNavigate()
  const go = (address: string | null | undefined) => address && navigate(address, { preventScrollReset: true })
  const assign = () => (chosen?.fits ? answering.assign(shift, publishNow) : setConfirming(true))
  const answerable = request.state === 'waiting' && !declining && !answering.busy
  const keys = useSingleKeys([
    ['J', () => void go(listPosition?.below)],
    ['K', () => void go(listPosition?.above)],
    ['A', () => void (answerable && chosen && !confirming && assign())],
    ['D', () => answerable && setDeclining(true)],
  ])

  const markSeen = seen.submit
  useEffect(() => {
    if (request.new && request.state === 'waiting')
      markSeen([{ id: request.id, new: false }], {
        method: 'put',
        action: '/api/requests/',
        encType: 'application/json',
      })
  }, [request.id, request.new, request.state, markSeen])
  return (
    <section className={classes.panel} aria-label={`Request of ${request.person_name}`}>
      <header>
        <Avatar name={request.person_name} src={request.person_avatar} size={48} />
        <div>
          <h2>
            <Link to={paths.person(request.person)}>{request.person_name}</Link>
          </h2>
          <p>
            asks to help at <Link to={paths.eventShifts(request.event)}>{request.event_name || 'Untitled Event'}</Link>,{' '}
            <span className="num">
              {when.format(request.start, 'ddd D MMM')}, {when.range(request.start, request.end)}
            </span>
          </p>
        </div>
        {listPosition && (
          <span className={`num ${classes.position}`}>
            {keys.on && (
              <span aria-hidden>
                <kbd>K</kbd>
                <kbd>J</kbd>
              </span>
            )}
            {listPosition.position} of {listPosition.count}
          </span>
        )}
      </header>
      {request.comments && <blockquote>{request.comments}</blockquote>}
      {(request.assignment || request.role) && <p>Would like: {assignmentText(request)}</p>}
      <p className={classes.about}>
        {about.past === 0
          ? 'No shifts in the last year'
          : `${about.past === 1 ? '1 shift' : `${about.past} shifts`}, ${about.hours.toFixed(2)} h in the last year`}
        {about.last && `; the last ${when.format(about.last, 'D MMM YYYY')}`}
        {about.next && `; the next ${when.format(about.next, 'D MMM YYYY')}`}
      </p>
      {request.state === 'assigned' && <p className={classes.done}>{first} is on a shift of this event.</p>}
      {request.state === 'declined' && (
        <div className={classes.done}>
          <p>Declined{request.declined_reason ? `: ${request.declined_reason}` : '.'}</p>
          <Button variant="default" loading={answering.busy} onClick={answering.reopen}>
            Reopen
          </Button>
        </div>
      )}
      {request.state === 'waiting' && declining && (
        <DeclineForm request={request} answering={answering} onBack={() => setDeclining(false)} />
      )}
      {request.state === 'waiting' && !declining && (
        <>
          {places.length > 0 ? (
            <Radio.Group
              label={`Choose a shift for ${first}`}
              description={
                places.some(({ fits }) => fits) ? 'Best fit first' : 'None of them fits. The reasons are beside each.'
              }
              value={String(shift)}
              onChange={(value) => {
                setShift(Number(value))
                setConfirming(false)
              }}
            >
              <div className={classes.places}>
                {places.map((place) => (
                  <Radio.Card key={place.shift} value={String(place.shift)} className={classes.place}>
                    <Radio.Indicator />
                    <span className={classes.shift}>
                      <b>{assignmentText(place)}</b>
                      <small className="num">
                        {when.range(place.start, place.end)}
                        {!place.published && ', not published'}
                      </small>
                    </span>
                    <span className={classes.reasons}>
                      {place.against.map((text) => (
                        <span key={text} data-tone={place.fits ? 'amber' : 'red'}>
                          <IconAlertTriangle size={13} aria-hidden />
                          {text}
                        </span>
                      ))}
                      {place.for.map((text) => (
                        <span key={text} data-tone="green">
                          <IconCheck size={13} aria-hidden />
                          {text}
                        </span>
                      ))}
                    </span>
                  </Radio.Card>
                ))}
              </div>
            </Radio.Group>
          ) : (
            <p>
              This event has no open shift. <Link to={paths.eventShifts(request.event)}>Add one on its roster</Link>, or
              decline.
            </p>
          )}
          {chosen && !chosen.published && (
            <Checkbox
              label={`Publish the shift now, so that ${first} is notified`}
              checked={publish}
              onChange={(event) => setPublish(event.currentTarget.checked)}
            />
          )}
          {notifies && (
            <p>
              {!chosen?.published && !publishNow
                ? 'The shift is not published: nobody is notified yet.'
                : `The shift is published: ${recipientsSentence(notifies)}`}
            </p>
          )}
          <FormError message={answering.problem} />
          {confirming && chosen && (
            <AssignAnyway
              name={first ?? request.person_name}
              place={chosen}
              busy={answering.busy}
              onConfirm={() => answering.assign(shift, publishNow)}
              onBack={() => setConfirming(false)}
            />
          )}
          <div className={classes.actions}>
            <Button
              variant={chosen?.fits === false ? 'default' : 'filled'}
              leftSection={<IconCheck size={16} aria-hidden />}
              rightSection={keys.on && <kbd aria-hidden>A</kbd>}
              aria-keyshortcuts={keys.on ? 'A' : undefined}
              disabled={!chosen || confirming}
              loading={answering.busy && !confirming}
              onClick={assign}
            >
              {chosen ? `Assign to ${assignmentText(chosen)}${chosen.fits ? '' : ' anyway…'}` : 'Choose a shift first'}
            </Button>
            <Button
              variant="default"
              leftSection={<IconX size={16} aria-hidden />}
              rightSection={keys.on && <kbd aria-hidden>D</kbd>}
              aria-keyshortcuts={keys.on ? 'D' : undefined}
              onClick={() => setDeclining(true)}
            >
              Decline
            </Button>
            <Button component={Link} to={next} preventScrollReset variant="subtle" color="gray">
              Later
            </Button>
          </div>
        </>
      )}
      <p className={classes.keys}>
        {keys.on ? 'Keys: J next, K previous, A assign, D decline.' : 'The keys J, K, A and D are off.'}{' '}
        <button type="button" onClick={() => keys.turn(!keys.on)}>
          {keys.on ? 'Turn them off' : 'Turn them on'}
        </button>
      </p>
    </section>
  )
}

type AnywayProps = { name: string; place: ShiftForRequest; busy: boolean; onConfirm: () => void; onBack: () => void }

/** Asks once more before somebody is assigned to a shift that does not fit, with what speaks against it. */
function AssignAnyway({ name, place, busy, onConfirm, onBack }: AnywayProps) {
  return (
    <section className={classes.anyway} data-tone="amber" aria-label="Assign anyway">
      <p role="alert">
        <b>
          {assignmentText(place)} does not fit {name}.
        </b>{' '}
        {place.against.map((text) => `${text}.`).join(' ')}
      </p>
      <div className={classes.actions}>
        <Button variant="default" loading={busy} onClick={onConfirm}>
          Assign {name} anyway
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack} data-autofocus>
          Choose another
        </Button>
      </div>
    </section>
  )
}
