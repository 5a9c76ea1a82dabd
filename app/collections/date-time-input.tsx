import { Input } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isDay } from '#server/engine/kernel/day-text.pure.ts'
import { useDateFormats } from '../shell/use-root.ts'
import { TimeInput } from '../ui/time-input.tsx'
import { wallTimeToInstant } from '../ui/wall-time-to-instant.ts'
import { DateField } from './date-field.tsx'
import classes from './panel.module.css'

type Props = {
  label: string
  value: string | null
  onChange: (instant: string | null) => void
  error: string | undefined
  description?: ReactNode
}

/** An instant as date and time in the site's zone. Emits null until both are given. */
export function DateTimeInput({ label, value, onChange, error, description }: Props) {
  const { zone, format, timeFormat } = useDateFormats()
  const [wall, setWall] = useState<readonly [string, string]>(() =>
    value === null ? ['', ''] : [format(value, 'YYYY-MM-DD'), format(value, 'HH:mm')],
  )
  const [date, time] = wall
  const change = (nextDate: string, nextTime: string) => {
    setWall([nextDate, nextTime])
    if (!nextDate) return onChange(null)
    // Sends invalid input unchanged: the server refuses it, whereas a guess would be stored.
    onChange(
      isDay(nextDate) && nextTime ? wallTimeToInstant(`${nextDate}T${nextTime}`, zone) : `${nextDate}T${nextTime}`,
    )
  }
  // The date field shows its own error.
  const isWrongDay = date !== '' && !isDay(date)
  return (
    <fieldset className={classes.dateTime}>
      <legend>{label}</legend>
      <DateField
        aria-label={`${label}, date`}
        value={date}
        onChange={(next) => change(next, time || '00:00')}
        error={Boolean(error)}
      />
      <TimeInput
        aria-label={`${label}, time`}
        format={timeFormat}
        value={time}
        onChange={(next) => change(date, next)}
        error={Boolean(error)}
      />
      {error && !isWrongDay && <Input.Error role="alert">{error}</Input.Error>}
      {description && !error && <Input.Description>{description}</Input.Description>}
    </fieldset>
  )
}
