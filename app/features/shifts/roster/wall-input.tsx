import { Input } from '@mantine/core'
import { DateField } from '#app/collections/date-field.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { TimeInput } from '#app/ui/time-input.tsx'
import { isDay } from '#server/engine/kernel/day-text.pure.ts'
import classes from './fields.module.css'
import { dateOf, timeOf } from './wall.ts'

type Props = {
  label: string
  value: string
  onChange: (wall: string) => void
  error: string | undefined
  was?: string | undefined
}

/** A date and a 24-hour time on the site's wall clock. */
export function WallInput({ label, value, onChange, error, was }: Props) {
  const { timeFormat } = useDateFormats()
  const change = (date: string, time: string) => onChange(date || time ? `${date}T${time}` : '')
  const date = dateOf(value)
  // The date field shows its own error.
  const isWrongDay = date !== '' && !isDay(date)
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.wall}>
        <DateField
          aria-label={`${label}, date`}
          value={date}
          onChange={(day) => change(day, timeOf(value))}
          error={Boolean(error)}
        />
        <TimeInput
          aria-label={`${label}, time`}
          format={timeFormat}
          value={timeOf(value)}
          onChange={(time) => change(date, time)}
          error={Boolean(error)}
        />
      </div>
      {error && !isWrongDay && (
        <Input.Error mt={4} role="alert">
          {error}
        </Input.Error>
      )}
      {was && !error && <Input.Description mt={4}>{was}</Input.Description>}
    </fieldset>
  )
}
