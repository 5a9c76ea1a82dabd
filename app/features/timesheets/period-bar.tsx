import { Button } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { DateField } from '#app/collections/date-field.tsx'
import { presetPeriods } from './periods.ts'
import classes from './timesheets.module.css'

export function PeriodBar({ path, start, end, today }: { path: string; start: string; end: string; today: string }) {
  return (
    <div className={`cluster between ${classes.period}`}>
      <nav className={`cluster ${classes.chips}`} aria-label="Period">
        {presetPeriods(today).map((preset) => (
          <Link
            key={preset.label}
            to={`${path}?start=${preset.start}&end=${preset.end}`}
            aria-current={preset.start === start && preset.end === end ? 'true' : undefined}
          >
            {preset.label}
          </Link>
        ))}
      </nav>
      <Form action={path} className={`cluster ${classes.days}`} key={`${start} ${end}`}>
        <DateField name="start" label="From" defaultValue={start} required withAsterisk={false} />
        <DateField name="end" label="To" defaultValue={end} required withAsterisk={false} />
        <Button type="submit" variant="default" h={44}>
          Show
        </Button>
      </Form>
    </div>
  )
}
