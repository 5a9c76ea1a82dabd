import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './record-hours.module.css'
import { suggestedTime } from './suggested-time.ts'

type Shift = { id: number; name: string; start: string; end: string; actual_start: string | null }
type Props = { shift: Shift; since: string; now: string; title: ReactNode; children: ReactNode }

/** The line of a forgotten sign-out, which one button ends at the likely time. @param props.children its other buttons. */
export function ForgottenEnd({ shift, since, now, title, children }: Props) {
  const when = useDateFormats()
  const form = useCalls({ fields: ['datetime'] })
  const asPlanned = Date.parse(shift.end) >= Date.parse(since)
  const at = asPlanned ? shift.end : suggestedTime('end', shift, now)
  const text = when.end(at, since, now)
  return (
    <Row
      title={title}
      meta={
        <div className={`row cluster ${classes.forgotten}`}>
          <span>
            Still signed in since {when.since(since, now)}.{' '}
            {asPlanned ? 'Did you finish as planned?' : 'When did you finish?'}
          </span>
          <span className={`row cluster ${classes.ends}`}>
            <Button
              variant="light"
              h={44}
              loading={form.busy}
              onClick={() => form.call('PUT', `/api/shifts/${shift.id}/end`, { datetime: at })}
              aria-label={`End at ${text}${asPlanned ? ', as planned' : ''}: ${eventName(shift.name)}`}
            >
              End at {text}
            </Button>
            {children}
          </span>
          <FormError message={form.problem ?? form.error('datetime')} />
        </div>
      }
    />
  )
}
