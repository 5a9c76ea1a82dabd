import { Button, Checkbox, Radio } from '@mantine/core'
import { Link, useFetcher } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Told } from '#server/deliveries/told-contract.ts'
import type { PlaceForRequest, RequestDetail } from '#server/requests/answer/contract.ts'
import { paths } from '../../paths.ts'
import { useWhen } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Face } from '../../ui/person-chip.tsx'
import { toldSentence } from '../../ui/told.ts'
import { useTold } from '../../ui/use-told.ts'
import { DeclineForm } from './decline-form.tsx'
import classes from './panel.module.css'
import { useAnswer } from './use-answer.ts'

const dutyOf = ({ assignment, role }: Pick<PlaceForRequest, 'assignment' | 'role'>) =>
  [assignment, role].filter(Boolean).join(', ') || 'No assignment'

/** One request with the places that it could be answered with, best fit first. */
export function RequestPanel({ detail, next }: { detail: RequestDetail; next: string }) {
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
  const told = useTold<{ told: Told }>(
    `/api/requests/${request.id}/preview`,
    chosen && request.state === 'waiting' ? { do: 'assign', shift: chosen.shift, publish: atOnce } : null,
  )?.told

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
        <Face name={request.person_name} src={request.person_avatar} size={48} />
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
          {told && (
            <p>
              {!chosen?.published && !atOnce
                ? 'The place is not published: nobody is told yet.'
                : `The place is published: ${toldSentence(told)}`}
            </p>
          )}
          <FormError message={answering.problem} />
          <div className={classes.actions}>
            <Button
              leftSection={<IconCheck size={16} aria-hidden />}
              disabled={!chosen}
              loading={answering.busy}
              onClick={() => answering.assign(shift, atOnce)}
            >
              {chosen ? `Assign to ${dutyOf(chosen)}` : 'Assign'}
            </Button>
            <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => setDeclining(true)}>
              Decline
            </Button>
            <Button component={Link} to={next} preventScrollReset variant="subtle" color="gray">
              Later
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
