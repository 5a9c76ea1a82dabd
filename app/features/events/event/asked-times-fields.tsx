import { Text } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from '#app/http/answer.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { TimeInput } from '#app/ui/time-input.tsx'
import { timeWithin } from '#app/ui/time-within.ts'
import classes from './event.module.css'

/** `start` and `end` are those of the shift or the event, as instants; `answer` is that of the form. */
export type AskedTimesProps = { start: string; end: string; answer: unknown }

export function AskedTimesFields({ start, end, answer }: AskedTimesProps) {
  const { zone, range, timeFormat } = useDateFormats()
  const [come, setCome] = useState('')
  const [leave, setLeave] = useState('')
  const instant = (time: string) => timeWithin(time, { start, end }, zone)
  return (
    <fieldset className={classes.times}>
      <legend>Arrive late or leave early</legend>
      <Text fz="sm" c="dimmed">
        Planned: <span className="num">{range(start, end)}</span>
      </Text>
      <TimeInput
        label="You arrive at"
        format={timeFormat}
        value={come}
        onChange={setCome}
        error={fieldError(answer, 'modified_start')}
      />
      <TimeInput
        label="You leave at"
        format={timeFormat}
        value={leave}
        onChange={setLeave}
        error={fieldError(answer, 'modified_end')}
      />
      {come && <input type="hidden" name="modified_start" value={instant(come)} />}
      {leave && <input type="hidden" name="modified_end" value={instant(leave)} />}
    </fieldset>
  )
}
