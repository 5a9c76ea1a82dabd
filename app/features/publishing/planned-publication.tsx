import { Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
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
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cancel = async () => {
    setBusy(true)
    const { ok, body } = await callApi('PUT', `/api/roster/publish/later/${id}/cancel`, undefined, [
      ...HANDLED_STATUSES,
      409,
    ])
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'Not cancelled. Please try again.'))
    if (ok) offer('The planned publication is cancelled.')
    revalidate()
  }
  return (
    <div className={classes.planned}>
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
