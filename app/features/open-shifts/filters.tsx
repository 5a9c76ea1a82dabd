import { Form, useSearchParams, useSubmit } from '@remix-run/react'
import { useId } from 'react'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import type { OpenShiftFilters } from '#server/open-shifts/contract.ts'
import type { OpenShiftChoices } from '#server/open-shifts/queries.ts'
import classes from './open-shifts.module.css'

const DAYS: [string, string][] = [
  ['6,7', 'Weekends'],
  ['1,2,3,4,5', 'Monday to Friday'],
  ['1', 'Mondays'],
  ['2', 'Tuesdays'],
  ['3', 'Wednesdays'],
  ['4', 'Thursdays'],
  ['5', 'Fridays'],
  ['6', 'Saturdays'],
  ['7', 'Sundays'],
]

export function Filters({
  choices,
  chosen,
  weeks,
}: {
  choices: OpenShiftChoices
  chosen: OpenShiftFilters
  weeks: number
}) {
  const submit = useSubmit()
  const [params] = useSearchParams()
  const options = (list: { id: number; name: string }[]) =>
    list.map(({ id, name }): [string, string] => [String(id), name])
  return (
    <Form
      key={params.toString()}
      method="get"
      className={`cluster ${classes.filters}`}
      aria-label="Filters"
      onChange={({ currentTarget }) => submit(currentTarget, { preventScrollReset: true })}
    >
      <Choice name="assignment" label="Assignment" options={options(choices.assignments)} chosen={chosen.assignment} />
      <Choice name="weekday" label="Day" options={DAYS} chosen={chosen.weekday} />
      <Choice name="eventtype" label="Event type" options={options(choices.eventtypes)} chosen={chosen.eventtype} />
      <Choice name="location" label="Where" options={options(choices.locations)} chosen={chosen.location} />
      {weeks !== 8 && <input type="hidden" name="weeks" value={weeks} />}
      <noscript>
        <PlainButton type="submit" variant="default" h={44}>
          Filter
        </PlainButton>
      </noscript>
    </Form>
  )
}

type ChoiceProps = { name: string; label: string; options: [string, string][]; chosen: string | number | undefined }

function Choice({ name, label, options, chosen }: ChoiceProps) {
  const id = useId()
  if (!options.length) return null
  return (
    <span className={classes.choice} data-chosen={chosen !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen === undefined ? '' : String(chosen)}>
        <option value="">any</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
