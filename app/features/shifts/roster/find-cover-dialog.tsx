import { Button, Group, Text } from '@mantine/core'
import { useCalls } from '#app/collections/use-call.ts'
import { countText } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { startParts } from './start-parts.ts'

/** Starts searches for the event's open shifts, after confirmation. @param shifts published ones without a person. */
export function FindCoverDialog({ shifts, onClose }: { shifts: readonly number[]; onClose: () => void }) {
  const form = useCalls()
  const start = async () => {
    for (const part of startParts(shifts)) {
      const { ok } = await form.call('PUT', '/api/covers/start', { shifts: part })
      if (!ok) return
    }
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Find people for ${countText(shifts.length, 'open shift')}`} centered>
      <Text fz="sm">
        For each open shift suitable people are asked in a fair order, a few at a time, until one says yes. Shifts for
        which people are already asked stay as they are.
      </Text>
      <FormError message={form.problem} />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={form.busy} onClick={start} data-autofocus>
          Start asking
        </Button>
      </Group>
    </Modal>
  )
}
