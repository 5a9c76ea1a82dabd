import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DateTimeInput } from '#app/collections/date-time-input.tsx'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { SheetShift } from '#server/timesheets/contract.ts'

type Times = Pick<SheetShift, 'actual_start' | 'actual_end'>

export function FormerDialog({ shift, onClose }: { shift: SheetShift; onClose: () => void }) {
  const when = useDateFormats()
  const { offer } = useUndo()
  const stored: Times = { actual_start: shift.actual_start, actual_end: shift.actual_end }
  const [times, setTimes] = useState(stored)
  const path = `/api/timesheets/former/${shift.former}`
  const { call, busy, problem, error } = useCall('PUT', path, {
    fields: ['actual_start', 'actual_end'],
    handled: [404],
  })
  const put = async (body: Times, done: string) => {
    if (!(await call(body)).ok) return
    offer(done, { path, body: stored })
    onClose()
  }
  const field = (name: keyof Times, label: string) => (
    <DateTimeInput
      label={label}
      value={times[name]}
      onChange={(instant) => setTimes((before) => ({ ...before, [name]: instant }))}
      error={error(name)}
    />
  )
  return (
    <Modal opened onClose={onClose} title={<span className="wrap">Hours of {shift.name}</span>} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void put(times, `The hours for ${shift.name} have been corrected.`)
        }}
      >
        <Stack gap="md">
          <FormError message={problem} />
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
                put({ actual_start: null, actual_end: null }, `The hours for ${shift.name} no longer count.`)
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
