import { Button, Checkbox, Radio } from '@mantine/core'
import { Link, useFetcher, useNavigate } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { PlaceForRequest, RequestDetail } from '#server/requests/answer/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useNotificationPreview } from '../../shell/use-notification-preview.ts'
import { useWhen } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { recipientsSentence } from '../../ui/notification-text.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import { useSingleKeys } from '../../ui/use-single-keys.ts'
import { DeclineForm } from './decline-form.tsx'
import classes from './panel.module.css'
import { useAnswer } from './use-answer.ts'

const dutyOf = ({ assignment, role }: Pick<PlaceForRequest, 'assignment' | 'role'>) =>
  [assignment, role].filter(Boolean).join(', ') || 'No assignment'

/** Where the request stands in its list, and the addresses of those around it. */
export type Place = { at: number; count: number; above: string | null; below: string | null }
type Props = { detail: RequestDetail; next: string; place: Place | null }

/** One request with the places that it could be answered with, best fit first; answered by the mouse or by single keys. */
export function RequestPanel({ detail, next, place: listed }: Props) {
  const { request, places, about } = detail
  const when = useWhen()
  const [shift, setShift] = useState<number | null>(places.find(({ fits }) => fits)?.shift ?? places[0]?.shift ?? null)
  const [publish, setPublish] = useState(true)
  const [declining, setDeclining] = useState(false)
  const answering = useAnswer(request, next)
  const seen = useFetcher()
  const chosen = places.find((place) => place.shift === shift)
  const first = request.person_name.split(' ')[0]
  const atOnce = publish && chosen?.published === false
  const notifies = useNotificationPreview<{ notifies: NotificationPreview }>(
    `/api/requests/${request.id}/preview`,
    chosen && request.state === 'waiting' ? { do: 'assign', shift: chosen.shift, publish: atOnce } : null,
  )?.notifies

  const navigate = useNavigate()
  const go = (address: string | null | undefined) => address && navigate(address, { preventScrollReset: true })
  const asked = request.state === 'waiting' && !declining && !answering.busy
  const keys = useSingleKeys([
    ['J', () => void go(listed?.below)],
    ['K', () => void go(listed?.above)],
    ['A', () => void (asked && chosen && answering.assign(shift, atOnce))],
    ['D', () => asked && setDeclining(true)],
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
        {listed && (
          <span className={`num ${classes.at}`}>
            {keys.on && (
              <span aria-hidden>
                <kbd>K</kbd>
                <kbd>J</kbd>
              </span>
            )}
            {listed.at} of {listed.count}
          </span>
        )}
      </header>
      {request.comments && <blockquote>{request.comments}</blockquote>}
      {(request.assignment || request.role) && <p>Would like: {dutyOf(request)}</p>}
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
            Take it up again
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
              label={`Where to put ${first}`}
              description="Best fit first"
              value={String(shift)}
              onChange={(value) => setShift(Number(value))}
            >
              <div className={classes.places}>
                {places.map((place) => (
                  <Radio.Card key={place.shift} value={String(place.shift)} className={classes.place}>
                    <Radio.Indicator />
                    <span className={classes.duty}>
                      <b>{dutyOf(place)}</b>
                      <small className="num">
                        {when.range(place.start, place.end)}
                        {!place.published && ', not published'}
                      </small>
                    </span>
                    <span className={classes.reasons}>
                      {place.against.map((words) => (
                        <span key={words} data-tone={place.fits ? 'amber' : 'red'}>
                          <IconAlertTriangle size={13} aria-hidden />
                          {words}
                        </span>
                      ))}
                      {place.for.map((words) => (
                        <span key={words} data-tone="green">
                          <IconCheck size={13} aria-hidden />
                          {words}
                        </span>
                      ))}
                    </span>
                  </Radio.Card>
                ))}
              </div>
            </Radio.Group>
          ) : (
            <p>
              This event has no open place. <Link to={paths.eventShifts(request.event)}>Add one on its roster</Link>, or
              decline.
            </p>
          )}
          {chosen && !chosen.published && (
            <Checkbox
              label={`Publish the place at once, so that ${first} is told`}
              checked={publish}
              onChange={(event) => setPublish(event.currentTarget.checked)}
            />
          )}
          {notifies && (
            <p>
              {!chosen?.published && !atOnce
                ? 'The place is not published: nobody is told yet.'
                : `The place is published: ${recipientsSentence(notifies)}`}
            </p>
          )}
          <FormError message={answering.problem} />
          <div className={classes.actions}>
            <Button
              leftSection={<IconCheck size={16} aria-hidden />}
              rightSection={keys.on && <kbd aria-hidden>A</kbd>}
              aria-keyshortcuts={keys.on ? 'A' : undefined}
              disabled={!chosen}
              loading={answering.busy}
              onClick={() => answering.assign(shift, atOnce)}
            >
              {chosen ? `Assign to ${dutyOf(chosen)}` : 'Assign'}
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
        {keys.on ? 'Keys: J next, K previous, A assigns, D declines.' : 'The keys J, K, A and D are off.'}{' '}
        <button type="button" onClick={() => keys.turn(!keys.on)}>
          {keys.on ? 'Turn them off' : 'Turn them on'}
        </button>
      </p>
    </section>
  )
}
