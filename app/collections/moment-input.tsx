import { Input, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useWhen } from '../shell/use-root.ts'
import { instantOf } from '../ui/instant-of.ts'
import { TimeInput } from '../ui/time-input.tsx'
import classes from './panel.module.css'

type Props = {
  label: string
  value: string | null
  onChange: (instant: string | null) => void
  error?: string
  description?: ReactNode
  disabled?: boolean
}

/** An instant as a date and a time on the site's wall clock. Half of one is none yet. */
export function MomentInput({ label, value, onChange, error, description, disabled }: Props) {
  const { zone, format } = useWhen()
  const [wall, setWall] = useState(() => (value === null ? '' : format(value, 'YYYY-MM-DDTHH:mm')))
  const [date = '', time = ''] = wall.split('T')
  const change = (nextDate: string, nextTime: string) => {
    const next = nextDate ? `${nextDate}T${nextTime}` : ''
    setWall(next)
    if (!/^[12]\d{3}-/.test(next)) return onChange(null)
    // A date whose time was emptied or is no time goes as it stands: the server refuses it, where a guess would be kept.
    onChange(nextTime ? instantOf(next, zone) : next)
  }
  return (
    <fieldset className={classes.moment} disabled={disabled}>
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
