import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconClockPlay } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { isForgotten } from '#app/features/timesheets/forgotten.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { useServerClock } from '#app/ui/use-server-clock.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { HoursShift } from '#server/timesheets/record-hours.ts'
import pieces from '../../../ui/pieces.module.css'
import type { Recording } from './confirm-time.tsx'
import { elapsedText } from './elapsed-text.ts'
import { ForgottenEnd } from './forgotten-end.tsx'
import classes from './record-hours.module.css'
import { TakeBack } from './take-back.tsx'

const ConfirmTime = lazyPart(() => import('./confirm-time.tsx').then((module) => ({ default: module.ConfirmTime })))

type Shift = SerializeFrom<HoursShift>

/** How many shifts are shown; the rest is folded. */
const SHOWN = 3

export function RecordHours({ shifts, now }: { shifts: Shift[]; now: string }) {
  const when = useDateFormats()
  const [recording, setRecording] = useState<(Recording & { now: string }) | null>(null)
  const clock = useServerClock(now)
  const isRunning = (shift: Shift) =>
    shift.actual_start !== null && shift.actual_end === null && !isForgotten(shift, now, when.zone)
  const isToStart = ({ today, actual_start, actual_end }: Shift) => today && !actual_start && !actual_end
  const rank = (shift: Shift) => (isRunning(shift) ? 0 : isToStart(shift) ? 1 : 2)
  const listed = [...shifts].sort((a, b) => rank(a) - rank(b))
  const rows = (some: Shift[]) =>
    some.map((shift) => (
      <HoursRow
        key={shift.id}
        shift={shift}
        now={now}
        clock={clock}
        onRecord={(what) => setRecording({ what, shift, now: clock() })}
      />
    ))
  const rest = listed.slice(SHOWN)
  return (
    <SectionCard
      title="Record Hours"
      icon={IconClockPlay}
      action={shifts.some(isRunning) && <StateBadge state="running" />}
    >
      {rows(listed.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details className={pieces.more}>
          <summary>{rest.length === 1 ? 'One more shift' : `${rest.length} more shifts`}</summary>
          {rows(rest)}
        </details>
      )}
      {recording && (
        <Suspense>
          <ConfirmTime recording={recording} now={recording.now} onClose={() => setRecording(null)} />
        </Suspense>
      )}
    </SectionCard>
  )
}

type RowProps = { shift: Shift; now: string; clock: () => string; onRecord: (what: Recording['what']) => void }

function HoursRow({ shift, now, clock, onRecord }: RowProps) {
  const when = useDateFormats()
  const title = <Link to={paths.event(shift.event)}>{eventName(shift.name)}</Link>
  const record = <RecordButton shift={shift} onRecord={onRecord} />
  if (shift.actual_start && !shift.actual_end && isForgotten(shift, now, when.zone))
    return (
      <ForgottenEnd shift={shift} since={shift.actual_start} now={now} title={title}>
        {record}
      </ForgottenEnd>
    )
  return (
    <Row
      lead={<DateTile parts={when.parts(shift.start)} />}
      title={title}
      meta={
        <span className={`num ${classes.running}`}>
          {(shift.assignment || shift.role) && (
            <span>{[shift.assignment, shift.role].filter(Boolean).join(' · ')}</span>
          )}
          {shift.actual_start && !shift.actual_end ? (
            <>
              <Elapsed since={shift.actual_start} clock={clock} now={now} />
              <span>
                Started {when.time(shift.actual_start)}, planned {when.range(shift.start, shift.end)}
              </span>
            </>
          ) : (
            <span>{when.range(shift.actual_start ?? shift.start, shift.actual_end ?? shift.end)}</span>
          )}
        </span>
      }
      end={
        <span className={classes.record}>
          <TakeBack shift={{ ...shift, name: eventName(shift.name) }} now={now} />
          {record}
        </span>
      }
    />
  )
}

type ElapsedProps = { since: string; now: string; clock: () => string }

function Elapsed({ since, now, clock }: ElapsedProps) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    setAt(now)
    const timer = setInterval(() => setAt(clock()), 15_000)
    return () => clearInterval(timer)
  }, [now, clock])
  return (
    <span role="timer" aria-label={`On shift for ${elapsedText(since, at)}`} className={classes.elapsed}>
      {elapsedText(since, at)}
    </span>
  )
}

function RecordButton({ shift, onRecord }: { shift: Shift; onRecord: (what: Recording['what']) => void }) {
  const name = eventName(shift.name)
  if (shift.actual_start && !shift.actual_end)
    return (
      <Button color="red" h={44} onClick={() => onRecord('end')} aria-label={`End ${name}`}>
        End
      </Button>
    )
  if (!shift.actual_start && !shift.actual_end && shift.today)
    return (
      <Button color="green" h={44} onClick={() => onRecord('start')} aria-label={`Start ${name}`}>
        Start
      </Button>
    )
  const label = shift.actual_end ? 'Modify' : 'Add times'
  return (
    <Button
      component={Link}
      to={paths.editOwnShift(shift.id)}
      variant="default"
      h={44}
      aria-label={shift.actual_end ? `Modify ${name}` : `Add times of ${name}`}
    >
      {label}
    </Button>
  )
}
