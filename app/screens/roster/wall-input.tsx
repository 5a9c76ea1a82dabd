import { Input, TextInput } from '@mantine/core'
import classes from './fields.module.css'
import { dateOf, timeOf } from './wall.ts'

type Props = { label: string; value: string; onChange: (wall: string) => void; error?: string; was?: string }

/** A date and a time on the site's wall clock, each in the browser's own input. */
export function WallInput({ label, value, onChange, error, was }: Props) {
  const change = (date: string, time: string) => onChange(date || time ? `${date}T${time}` : '')
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.wall}>
        <TextInput
          type="date"
          aria-label={`${label}, date`}
          value={dateOf(value)}
          onChange={(event) => change(event.currentTarget.value, timeOf(value))}
          error={Boolean(error)}
        />
        <TextInput
          type="time"
          aria-label={`${label}, time`}
          value={timeOf(value)}
          onChange={(event) => change(dateOf(value), event.currentTarget.value)}
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
