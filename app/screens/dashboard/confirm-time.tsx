import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useDateFormats } from '../../shell/use-root.ts'
import { TimeSelect } from '../../ui/time-select.tsx'
import { FormDialog } from '../profile/form-dialog.tsx'
import { suggestedTime } from '../profile/suggested-time.ts'
import { useOwnForm } from '../profile/use-own-form.ts'
import { confirmedAt } from './confirmed-at.ts'
import { isForgotten } from './forgotten.ts'

export type Recording = {
  what: 'start' | 'end'
  shift: { id: number; name: string; start: string; end: string; actual_start: string | null }
}

type Props = { recording: Recording; now: string; onClose: () => void }

/**
 * The "Confirm Time" dialog: a 24-hour time, by default that of opening it, or the planned end of a shift of an earlier day. A
 * refused time is shown with one that is allowed.
 * @param props.now the time of opening.
 */
export function ConfirmTime({ recording: { what, shift }, now, onClose }: Props) {
  const when = useDateFormats()
  const form = useOwnForm(['datetime'])
  const suggestion = when.format(suggestedTime(what, shift, now), 'HH:mm')
  const [time, setTime] = useState(
    what === 'end' && isForgotten(shift, now, when.zone) ? suggestion : when.format(now, 'HH:mm'),
  )
  const error = form.error('datetime')
  const confirm = async () => {
    const datetime = confirmedAt({ what, time, shift, now, zone: when.zone })
    if ((await form.submit('PUT', `/api/shifts/${shift.id}/${what}`, { datetime })).ok) onClose()
  }
  return (
    <FormDialog title="Confirm Time" opened form={form} submit="Confirm" onClose={onClose} onSubmit={confirm}>
      <Text size="sm" className="wrap">
        {what === 'start' ? 'When did you start' : 'When did you end'} {shift.name || 'Untitled Event'},{' '}
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
