import { Text } from '@mantine/core'
import { useState } from 'react'
import { useWhen } from '../../shell/use-root.ts'
import { TimeSelect } from '../../ui/time-select.tsx'
import { instantAt } from '../../ui/when.ts'
import { type DialogProps, FormDialog } from './form-dialog.tsx'
import type { OwnShiftRow } from './own-page.ts'
import { useOwnForm } from './use-own-form.ts'

/** Start and end of a past shift, as times of its day; an end after midnight is settled by the server. */
export function HoursDialog({ shift, onClose }: DialogProps & { shift: OwnShiftRow }) {
  const when = useWhen()
  const form = useOwnForm(['datetime'])
  const clock = (instant: string) => when.format(instant, 'HH:mm')
  const [start, setStart] = useState(clock(shift.actual_start ?? shift.start))
  const [end, setEnd] = useState(clock(shift.actual_end ?? shift.end))
  const [failed, setFailed] = useState<'start' | 'end'>()
  const day = when.parts(shift.start).iso
  const save = async () => {
    for (const what of ['start', 'end'] as const) {
      const datetime = instantAt(day, what === 'start' ? start : end, when.zone)
      const answer = await form.submit('PUT', `/api/shifts/${shift.id}/${what}`, { datetime })
      if (!answer.ok) return setFailed(what)
    }
    onClose()
  }
  const error = (what: 'start' | 'end') => (failed === what ? form.error('datetime') : undefined)
  return (
    <FormDialog title="Edit times" opened form={form} submit="Save times" onClose={onClose} onSubmit={save}>
      <Text size="sm" className="wrap">
        {shift.name || 'Untitled Event'}, {when.date(shift.start)}, scheduled {when.range(shift.start, shift.end)}
      </Text>
      <TimeSelect label="Start" value={start} onChange={setStart} error={error('start')} />
      <TimeSelect label="End" value={end} onChange={setEnd} error={error('end')} />
    </FormDialog>
  )
}
