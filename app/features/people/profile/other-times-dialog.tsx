import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { TimeInput } from '#app/ui/time-input.tsx'
import { timeWithin } from '#app/ui/time-within.ts'
import type { TimeRequest } from '#server/requests/times/contract.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import { type DialogProps, FormDialog } from './form-dialog.tsx'
import classes from './profile.module.css'

/** A shift of the viewer: `start` and `end` are theirs, the planned ones those of the shift. ISO instants. */
export type TimedShift = {
  id: number
  name: string
  start: string
  end: string
  planned_start: string
  planned_end: string
}

type Props = DialogProps & {
  shift: TimedShift
  request: TimeRequest | undefined
}

export function OtherTimesDialog({ shift, request, onClose }: Props) {
  const when = useDateFormats()
  const form = useCalls({ fields: ['modified_start', 'modified_end', 'comments'] })
  const was = request ? personTimes(request) : shift
  const [come, setCome] = useState(when.format(was.start, 'HH:mm'))
  const [leave, setLeave] = useState(when.format(was.end, 'HH:mm'))
  const [comments, setComments] = useState(request?.comments ?? '')
  const span = { start: shift.planned_start, end: shift.planned_end }
  const instant = (time: string) => (time ? timeWithin(time, span, when.zone) : null)
  const save = async () => {
    const answer = await form.call('PUT', `/api/shifts/${shift.id}/times`, {
      modified_start: instant(come),
      modified_end: instant(leave),
      comments,
      version: request?.version,
    })
    if (answer.ok) onClose()
  }
  return (
    <FormDialog
      title={request ? 'Change the times asked for' : 'Arrive late or leave early'}
      opened
      form={form}
      submit={request ? 'Change' : 'Ask'}
      onClose={onClose}
      onSubmit={save}
    >
      <Text size="sm" className="wrap">
        {shift.name}, {when.date(span.start)}. The shift is{' '}
        <span className="num">{when.range(span.start, span.end)}</span>. Your times change once the club agrees.
      </Text>
      <div className={classes.pair}>
        <TimeInput
          label="You arrive at"
          format={when.timeFormat}
          value={come}
          onChange={setCome}
          error={form.error('modified_start')}
        />
        <TimeInput
          label="You leave at"
          format={when.timeFormat}
          value={leave}
          onChange={setLeave}
          error={form.error('modified_end')}
        />
      </div>
      <Textarea
        label="Message"
        placeholder="Optional"
        value={comments}
        maxLength={1000}
        onChange={(event) => setComments(event.currentTarget.value)}
        error={form.error('comments')}
        autosize
        minRows={2}
      />
    </FormDialog>
  )
}
