import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCall } from '#app/collections/use-call.ts'
import { Modal } from '#app/ui/modal.tsx'
import type { Roster } from './use-roster.ts'

export function TemplateDialog({ roster, onClose }: { roster: Roster; onClose: () => void }) {
  const [name, setName] = useState(roster.eventFields.name)
  const { call, busy, problem, clear } = useCall('POST', '/api/events/templates', { reload: 'never' })
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await call({ name, event: roster.editor.event.id })).ok) return
    roster.say(`Saved as “${name.trim()}”`)
    onClose()
  }
  const shifts = roster.shifts.length
  return (
    <Modal opened onClose={onClose} title="Save as template" centered>
      <form onSubmit={keep}>
        <Stack gap="sm">
          <Text fz="sm">
            {shifts === 1 ? 'Its 1 shift is' : `Its ${shifts} shifts are`} kept without the people. A template of the
            same name is replaced.
          </Text>
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            onChange={(event) => {
              setName(event.currentTarget.value)
              clear()
            }}
            error={problem}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Save template
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
