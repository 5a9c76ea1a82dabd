import { Text } from '@mantine/core'
import { useState } from 'react'
import { useWhen } from '../../shell/use-root.ts'
import { TimeSelect } from '../../ui/time-select.tsx'
import { instantAt } from '../../ui/when.ts'
import { FormDialog } from '../profile/form-dialog.tsx'
import { useOwnForm } from '../profile/use-own-form.ts'

export type Recording = {
  what: 'start' | 'end'
  shift: { id: number; name: string; start: string; end: string }
}

type Props = { recording: Recording; now: string; onClose: () => void }

/**
 * The "Confirm Time" dialog: a 24-hour time, by default now, on the day of now while the shift runs over it and else on the
 * day of the shift (specification §2.5, §5). An end past midnight is settled by the server.
 */
export function ConfirmTime({ recording: { what, shift }, now, onClose }: Props) {
  const when = useWhen()
  const form = useOwnForm(['datetime'])
  const [time, setTime] = useState(when.format(now, 'HH:mm'))
  const day = (instant: string) => when.parts(instant).iso
  const running = day(now) >= day(shift.start) && day(now) <= day(shift.end)
  const confirm = async () => {
    const datetime = instantAt(running ? day(now) : day(shift.start), time, when.zone)
    if ((await form.submit('PUT', `/api/shifts/${shift.id}/${what}`, { datetime })).ok) onClose()
  }
  return (
    <FormDialog title="Confirm Time" opened form={form} submit="Confirm" onClose={onClose} onSubmit={confirm}>
      <Text size="sm" className="wrap">
        {what === 'start' ? 'When did you start' : 'When did you end'} {shift.name || 'Untitled Event'}?
      </Text>
      <TimeSelect
        label={what === 'start' ? 'Start' : 'End'}
        value={time}
        onChange={setTime}
        error={form.error('datetime')}
      />
    </FormDialog>
  )
}
