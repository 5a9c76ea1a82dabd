import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { TimeSelect } from '#app/ui/time-select.tsx'
import { meantInstant } from '#app/ui/wall-time-to-instant.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { type DialogProps, FormDialog } from './form-dialog.tsx'
import { endDays, startDays } from './hours.ts'
import type { OwnShiftRow } from './own-page.ts'
import classes from './profile.module.css'
import { suggestedTime } from './suggested-time.ts'
import { timesLabel } from './times-label.ts'

/**
 * Edits the recorded times of a shift that has begun, each with its day, so that an end after midnight is unambiguous.
 * A running shift offers only its start, unless an end is added. Shows a valid time beside a refused one.
 */
export function HoursDialog({ shift, now, onClose }: DialogProps & { shift: OwnShiftRow; now: string }) {
  const when = useDateFormats()
  const form = useCalls({ fields: ['datetime'] })
  const toWallTime = (instant: string) => ({ day: when.parts(instant).iso, time: when.format(instant, 'HH:mm') })
  const [start, setStart] = useState(toWallTime(shift.actual_start ?? suggestedTime('start', shift, now)))
  const [end, setEnd] = useState(toWallTime(shift.actual_end ?? suggestedTime('end', shift, now)))
  const isRunning = shift.actual_start !== null && shift.actual_end === null
  const [hasEnd, setHasEnd] = useState(!isRunning || shift.end <= now)
  const [failed, setFailed] = useState<{ what: 'start' | 'end'; message?: string }>()
  /** An unchanged time stays the same instant, also in the repeated hour. */
  const meant = (wall: WallTime, stored: string | null, after?: string) => {
    const was = stored && toWallTime(stored)
    if (was && was.day === wall.day && was.time === wall.time) return stored
    return meantInstant(wall.day, wall.time, when.zone, { now, after })
  }
  const save = async () => {
    const from = meant(start, shift.actual_start)
    const times = { start: from, end: meant(end, shift.actual_end, from) }
    if (hasEnd && Date.parse(times.end) < Date.parse(times.start))
      return setFailed({ what: 'end', message: 'Must not be before the start.' })
    const endFirst = shift.actual_end !== null && Date.parse(times.start) > Date.parse(shift.actual_end)
    const order = endFirst ? (['end', 'start'] as const) : (['start', 'end'] as const)
    for (const what of hasEnd ? order : (['start'] as const)) {
      const answer = await form.call('PUT', `/api/shifts/${shift.id}/${what}`, { datetime: times[what] })
      if (!answer.ok) return setFailed({ what })
    }
    onClose()
  }
  const error = (what: 'start' | 'end') =>
    failed?.what === what ? (failed.message ?? form.error('datetime')) : undefined
  const offered = (what: 'start' | 'end') => {
    const actual_start = what === 'end' ? meant(start, shift.actual_start) : shift.actual_start
    return toWallTime(suggestedTime(what, { ...shift, actual_start }, now))
  }
  const dayOptions = (days: readonly string[]) => days.map((day) => ({ value: day, label: when.shortDay(day) }))
  return (
    <FormDialog
      title={timesLabel(shift, now)}
      opened
      form={form}
      submit={hasEnd ? 'Save times' : 'Save start'}
      onClose={onClose}
      onSubmit={save}
    >
      <Text size="sm" className="wrap">
        {eventName(shift.name)}, {when.date(shift.start)}, scheduled {when.range(shift.start, shift.end)}
      </Text>
      <DayTime
        label="Start"
        value={start}
        days={dayOptions(startDays(shift, when.zone))}
        error={error('start')}
        offered={offered('start')}
        onChange={setStart}
      />
      {hasEnd ? (
        <DayTime
          label="End"
          value={end}
          days={dayOptions(endDays(shift, when.zone))}
          error={error('end')}
          offered={offered('end')}
          onChange={setEnd}
        />
      ) : (
        <Button variant="light" h={44} onClick={() => setHasEnd(true)} style={{ alignSelf: 'flex-start' }}>
          Add the end
        </Button>
      )}
    </FormDialog>
  )
}

type WallTime = { day: string; time: string }
type DayTimeProps = {
  label: string
  value: WallTime
  days: { value: string; label: string }[]
  error: string | undefined
  offered: WallTime
  onChange: (value: WallTime) => void
}

function DayTime({ label, value, days, error, offered, onChange }: DayTimeProps) {
  const isOffered = offered.day === value.day && offered.time === value.time
  return (
    <div className={`cluster ${classes.dayTime}`}>
      <TimeSelect label={label} value={value.time} error={error} onChange={(time) => onChange({ ...value, time })} />
      {days.length > 1 && (
        <NativeSelect
          aria-label={`${label}, day`}
          size="md"
          data={days}
          value={value.day}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
      )}
      {error && !isOffered && days.some((day) => day.value === offered.day) && (
        <Button variant="default" h={44} onClick={() => onChange(offered)}>
          Use {offered.time}
        </Button>
      )}
    </div>
  )
}
