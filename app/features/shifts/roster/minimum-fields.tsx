import { NumberInput } from '@mantine/core'
import { useId } from 'react'
import type { AssignmentMinimum } from '#server/events/contract.ts'
import classes from './fields.module.css'

type Props = {
  value: readonly AssignmentMinimum[]
  assignments: readonly { id: number; name: string }[]
  onChange: (value: AssignmentMinimum[]) => void
  error: string | undefined
}

/** Sets the minimum of one assignment; null removes it. */
const withMinimum = (value: readonly AssignmentMinimum[], assignment: number, minimum: number | null) => {
  const isNamed = value.some((one) => one.assignment === assignment)
  const changed = value.flatMap((one) => {
    if (one.assignment !== assignment) return [one]
    return minimum === null ? [] : [{ assignment, minimum }]
  })
  return isNamed || minimum === null ? changed : [...changed, { assignment, minimum }]
}

export function MinimumFields({ value, assignments, onChange, error }: Props) {
  const note = useId()
  if (!assignments.length) return null
  return (
    <fieldset className={classes.group} aria-describedby={note}>
      <legend className={classes.label}>Needed for each assignment</legend>
      <p id={note} className={`muted ${classes.note}`} data-error={error ? true : undefined}>
        {error ?? 'Leave blank if any number will do.'}
      </p>
      <div className={classes.minimums}>
        {assignments.map(({ id, name }) => (
          <NumberInput
            key={id}
            label={name}
            classNames={{ root: classes.minimum ?? '' }}
            value={value.find(({ assignment }) => assignment === id)?.minimum ?? ''}
            onChange={(entered) => onChange(withMinimum(value, id, Number(entered) || null))}
            min={1}
            max={1000}
            allowDecimal={false}
            allowNegative={false}
            hideControls
          />
        ))}
      </div>
    </fieldset>
  )
}
