import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { confirmedAt } from '#app/features/timesheets/confirmed-at.ts'
import { isForgotten } from '#app/features/timesheets/forgotten.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { TimeSelect } from '#app/ui/time-select.tsx'
import { minuteOf } from '#app/ui/wall-time-to-instant.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { FormDialog } from './form-dialog.tsx'
import { suggestedTime } from './suggested-time.ts'

export type Recording = {
  what: 'start' | 'end'
  shift: { id: number; name: string; start: string; end: string; actual_start: string | null }
}

type Props = { recording: Recording; now: string; onClose: () => void }

/**
 * A 24-hour time; defaults to the time of opening, or the planned end of a shift of an earlier day. A refused time is
 * shown with an allowed one.
 * @param props.now the time of opening.
 */
export function ConfirmTime({ recording: { what, shift }, now, onClose }: Props) {
  const when = useDateFormats()
  const form = useCalls({ fields: ['datetime'] })
  const clock = (instant: string) => when.format(instant, 'HH:mm')
  const suggested = suggestedTime(what, shift, now)
  const initial =
    what === 'end' && isForgotten(shift, now, when.zone)
      ? suggested
      : minuteOf(now, what === 'end' ? shift.actual_start : null)
  const suggestion = clock(suggested)
  const [time, setTime] = useState(clock(initial))
  const error = form.error('datetime')
  const confirm = async () => {
    // Now and the proposed time are instants, whatever the clocks do.
    const datetime =
      [initial, suggested].find((instant) => clock(instant) === time) ??
      confirmedAt({ what, time, shift, now, zone: when.zone })
    if ((await form.call('PUT', `/api/shifts/${shift.id}/${what}`, { datetime })).ok) onClose()
  }
  return (
    <FormDialog title="Confirm Time" opened form={form} submit="Confirm" onClose={onClose} onSubmit={confirm}>
      <Text size="sm" className="wrap">
        {what === 'start' ? 'When did you start' : 'When did you finish'} {eventName(shift.name)},{' '}
        {when.date(shift.start)}?
      </Text>
      <TimeSelect label={what === 'start' ? 'Start' : 'End'} value={time} onChange={setTime} error={error} />
      {error && time !== suggestion && (
        <Button variant="default" h={44} onClick={() => setTime(suggestion)}>
          Use {suggestion}
        </Button>
      )}
    </FormDialog>
  )
}
