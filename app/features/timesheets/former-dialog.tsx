import { Button, Group, Stack, Text } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { fieldMessage, firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { DateTimeInput } from '#app/collections/date-time-input.tsx'
import { useUndo } from '#app/collections/undo.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { SheetShift } from '#server/timesheets/contract.ts'

type Times = Pick<SheetShift, 'actual_start' | 'actual_end'>

export function FormerDialog({ shift, onClose }: { shift: SheetShift; onClose: () => void }) {
  const when = useDateFormats()
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const stored: Times = { actual_start: shift.actual_start, actual_end: shift.actual_end }
  const [times, setTimes] = useState(stored)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const path = `/api/timesheets/former/${shift.former}`
  const put = async (body: Times, done: string) => {
    setBusy(true)
    const answer = await callApi('PUT', path, body, [404])
    setBusy(false)
    if (!answer.ok) return setProblem(answer.body ?? { detail: 'That did not work. Please try again.' })
    offer(done, { path, body: stored })
    onClose()
    revalidate()
  }
  const field = (name: keyof Times, label: string) => (
    <DateTimeInput
      label={label}
      value={times[name]}
      onChange={(instant) => setTimes((before) => ({ ...before, [name]: instant }))}
      error={fieldMessage(problem, name)}
    />
  )
  return (
    <Modal opened onClose={onClose} title={<span className="wrap">Hours of {shift.name}</span>} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void put(times, `The hours of ${shift.name} are corrected.`)
        }}
      >
        <Stack gap="md">
          <FormError message={problem ? firstMessage(problem, ['actual_start', 'actual_end']) : undefined} />
          <Text fz="sm" className="wrap">
            {shift.event_name}, {when.date(shift.start)}. {shift.name} is no longer on this shift.
          </Text>
          {field('actual_start', 'Signed in')}
          {field('actual_end', 'Signed out')}
          <Group justify="space-between" gap="xs">
            <Button
              variant="subtle"
              color="red"
              h={44}
              disabled={busy}
              onClick={() =>
                put({ actual_start: null, actual_end: null }, `The hours of ${shift.name} do not count any more.`)
              }
            >
              Remove these hours
            </Button>
            <Group gap="xs">
              <Button variant="default" h={44} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" h={44} loading={busy}>
                Save
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
