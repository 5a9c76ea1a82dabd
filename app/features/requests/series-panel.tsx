import { Checkbox, NativeSelect } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { recipientsSentence } from '#app/collections/notification-text.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { RequestDetail, RequestedDate } from '#server/requests/answer/contract.ts'
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
import { type Choice, distinctShifts, firstChoices } from './series-choices.ts'
import { useAnswer } from './use-answer.ts'
import { useConsequence } from './use-consequence.ts'
import { useItemKeys, useSeen } from './use-item-keys.ts'

type Props = { detail: RequestDetail; next: string; listPosition: ListPosition | null }

export function SeriesPanel({ detail, next, listPosition }: Props) {
  const { request, dates } = detail
  const when = useDateFormats()
  const [choices, setChoices] = useState(() => firstChoices(dates))
  const [publish, setPublish] = useState(true)
  const [declining, setDeclining] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const answered = { requests: dates.map((date) => date.request.id), person_name: request.person_name }
  const answering = useAnswer(answered, next)
  const first = request.person_name.split(' ')[0] ?? request.person_name
  const chosen = dates.flatMap((date) => {
    const choice = choices[date.request.id]
    const place = choice?.on ? date.places.find(({ shift }) => shift === choice.shift) : undefined
    return place ? [{ date, place }] : []
  })
  const left = dates.filter((date) => !chosen.some((row) => row.date === date))
  const unfit = chosen.filter(({ place }) => !place.fits).map(({ place }) => place)
  const publishNow = publish && chosen.some(({ place }) => !place.published)
  const shifts = chosen.map(({ date, place }) => ({ request: date.request.id, shift: place.shift }))
  const consequence = useConsequence(
    '/api/requests/preview',
    shifts.length ? { do: 'assign', shifts, publish: publishNow } : null,
    publishNow,
  )
  const notifies = consequence.preview?.notifies
  const assign = () => (unfit.length ? setConfirming(true) : answering.assignTogether(shifts, publishNow))
  const answerable = !declining && !answering.busy
  const assignable = answerable && shifts.length > 0 && !confirming && !consequence.waits
  const keys = useItemKeys(listPosition, next, [
    ['A', () => void (assignable && assign())],
    ['D', () => answerable && setDeclining(true)],
  ])
  useSeen(dates.map((date) => date.request))
  const change = (id: number, choice: Choice) => {
    setChoices({ ...choices, [id]: choice })
    setConfirming(false)
  }
  const leftText = left.length
    ? `leaves ${wordList(left.slice(0, 3).map((date) => when.short(date.request.start)))}${left.length > 3 ? ` and ${left.length - 3} more` : ''} waiting`
    : ''
  const count = shifts.length === 1 ? '1 event' : `${shifts.length} events`
  return (
    <section className={classes.panel} aria-label={`Request of ${request.person_name}`}>
      <PanelHead detail={detail} listPosition={listPosition} keysOn={keys.on}>
        has asked for {dates.length} events of{' '}
        <Link to={paths.seriesPage(request.series ?? 0)}>{request.series_name || 'Untitled Series'}</Link>: one answer
        for all
      </PanelHead>
      {declining ? (
        <DeclineForm of={answered} answering={answering} onBack={() => setDeclining(false)} />
      ) : (
        <>
          <ul className={`list ${classes.dates}`} aria-label={`Events that ${first} asked for`}>
            {dates.map((date) => (
              <DateRow
                key={date.request.id}
                date={date}
                name={first}
                choice={choices[date.request.id] ?? { on: false, shift: null }}
                onChange={(choice) => change(date.request.id, choice)}
              />
            ))}
          </ul>
          {chosen.some(({ place }) => !place.published) && (
            <Checkbox
              label={`Publish these shifts now, so that ${first} is notified`}
              checked={publish}
              onChange={(event) => setPublish(event.currentTarget.checked)}
            />
          )}
          {notifies && <p>{recipientsSentence(notifies)}</p>}
          <FormError message={answering.problem} />
          {confirming && unfit.length > 0 && (
            <AssignAnyway
              name={first}
              places={unfit}
              busy={answering.busy}
              waits={consequence.waits}
              onConfirm={() => answering.assignTogether(shifts, publishNow)}
              onBack={() => setConfirming(false)}
            />
          )}
          <div className={classes.actions} data-thumb>
            <AssignButton
              consequence={consequence}
              unfit={unfit.length > 0}
              keysOn={keys.on}
              disabled={!shifts.length || confirming}
              busy={answering.busy && !confirming}
              onClick={assign}
            >
              {shifts.length ? `Assign ${count}${unfit.length ? ' anyway…' : ''}` : 'Tick a date first'}
              {shifts.length > 0 && leftText && <small>{leftText}</small>}
            </AssignButton>
            <DeclineOrLater
              label={`Decline all ${dates.length}`}
              next={next}
              keysOn={keys.on}
              onDecline={() => setDeclining(true)}
            />
          </div>
        </>
      )}
      <KeysNote keys={keys} />
    </section>
  )
}

type RowProps = { date: RequestedDate; name: string; choice: Choice; onChange: (choice: Choice) => void }

function DateRow({ date: { request, places }, name, choice, onChange }: RowProps) {
  const when = useDateFormats()
  const day = when.short(request.start)
  const event = eventName(request.event_name)
  const place = places.find(({ shift }) => shift === choice.shift)
  const sameTime = new Set(places.map(({ start, end }) => `${start} ${end}`)).size === 1
  return (
    <li>
      <Checkbox
        aria-label={`${day}, ${event}`}
        checked={choice.on}
        disabled={!place}
        onChange={(change) => onChange({ ...choice, on: change.currentTarget.checked })}
      />
      <span className="num">{day}</span>
      <div>
        <Link to={paths.eventShifts(request.event)}>{event}</Link>
        {place && <Reasons place={place} />}
        {places.length === 0 && (
          <span className={`cluster ${classes.reasons}`}>
            <span data-tone="red">
              <IconAlertTriangle size={13} aria-hidden />
              No open shift
            </span>
          </span>
        )}
      </div>
      {places.length > 0 && (
        <NativeSelect
          aria-label={`Shift for ${name} on ${day}`}
          value={choice.shift === null ? '' : String(choice.shift)}
          onChange={(change) => onChange({ on: true, shift: Number(change.currentTarget.value) })}
        >
          {choice.shift === null && <option value="">Choose a shift</option>}
          {distinctShifts(places).map((row) => (
            <option key={row.shift} value={row.shift}>
              {`${assignmentText(row)}${sameTime ? '' : `, ${when.range(row.start, row.end)}`}${row.fits ? '' : ' (not suitable)'}`}
            </option>
          ))}
        </NativeSelect>
      )}
    </li>
  )
}
