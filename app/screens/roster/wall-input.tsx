import { Input } from '@mantine/core'
import { DateField } from '../../collections/date-field.tsx'
import { useDateFormats } from '../../shell/use-root.ts'
import { TimeInput } from '../../ui/time-input.tsx'
import classes from './fields.module.css'
import { dateOf, timeOf } from './wall.ts'

type Props = {
  label: string
  value: string
  onChange: (wall: string) => void
  error: string | undefined
  was?: string | undefined
}

/** A date and a time on the site's wall clock, the time on 24 hours. */
export function WallInput({ label, value, onChange, error, was }: Props) {
  const { timeFormat } = useDateFormats()
  const change = (date: string, time: string) => onChange(date || time ? `${date}T${time}` : '')
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.wall}>
        <DateField
          aria-label={`${label}, date`}
          value={dateOf(value)}
          onChange={(date) => change(/^\d{4}-/.test(date) ? date : '', timeOf(value))}
          error={Boolean(error)}
        />
        <TimeInput
          aria-label={`${label}, time`}
          format={timeFormat}
          value={timeOf(value)}
          onChange={(time) => change(dateOf(value), time)}
          error={Boolean(error)}
        />
      </div>
      {error && (
        <Input.Error mt={4} role="alert">
          {error}
        </Input.Error>
      )}
      {was && !error && <Input.Description mt={4}>{was}</Input.Description>}
    </fieldset>
  )
}
