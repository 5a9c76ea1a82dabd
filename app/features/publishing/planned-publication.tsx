import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { PlannedPublication as Planned } from '#server/publishing/later/contract.ts'
import classes from './publish.module.css'
import { shiftsText } from './use-publish.ts'

const LEFT_OUT = {
  called_off: 'They are left out while the event is called off.',
  archived: 'They are left out while the event is archived.',
} as const

export function PlannedPublication({ planned: { id, at, shifts, by, left_out } }: { planned: Planned }) {
  const { dateTime } = useDateFormats()
  const { offer } = useUndo()
  const { call, busy, problem } = useCall('PUT', `/api/roster/publish/later/${id}/cancel`, {
    handled: HANDLED_STATUSES,
    reload: 'always',
  })
  const cancel = async () => {
    if ((await call()).ok) offer('The planned publication is cancelled.')
  }
  return (
    <div className={`row cluster ${classes.planned}`}>
      <IconClock size={16} aria-hidden />
      <span>
        {shiftsText(shifts)} {left_out ? 'would' : 'will'} be published on <b>{dateTime(at)}</b>
        {by && `, planned by ${by}`}
        {left_out && `. ${LEFT_OUT[left_out]}`}
      </span>
      <Button variant="subtle" h={44} px={8} loading={busy} onClick={() => void cancel()}>
        Cancel
      </Button>
      <FormError message={problem} />
    </div>
  )
}
