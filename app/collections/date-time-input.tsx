import { Input, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useDateFormats } from '../shell/use-root.ts'
import { TimeInput } from '../ui/time-input.tsx'
import { wallTimeToInstant } from '../ui/wall-time-to-instant.ts'
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
  const { zone, format } = useDateFormats()
  const [wall, setWall] = useState(() => (value === null ? '' : format(value, 'YYYY-MM-DDTHH:mm')))
  const [date = '', time = ''] = wall.split('T')
  const change = (nextDate: string, nextTime: string) => {
    const next = nextDate ? `${nextDate}T${nextTime}` : ''
    setWall(next)
    if (!/^[12]\d{3}-/.test(next)) return onChange(null)
    // Sends a date without a valid time unchanged: the server refuses it, while a guess would be stored.
    onChange(nextTime ? wallTimeToInstant(next, zone) : next)
  }
  return (
    <fieldset className={classes.dateTime}>
      <legend>{label}</legend>
      <TextInput
        type="date"
        aria-label={`${label}, date`}
        value={date}
        onChange={(event) => change(event.currentTarget.value, time || '00:00')}
        error={Boolean(error)}
      />
      <TimeInput
        aria-label={`${label}, time`}
        value={time}
        onChange={(next) => change(date, next)}
        error={Boolean(error)}
      />
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {description && !error && <Input.Description>{description}</Input.Description>}
    </fieldset>
  )
}
