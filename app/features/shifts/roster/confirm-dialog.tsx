import { Button, Group, Text } from '@mantine/core'
import { recipientsSentence } from '#app/collections/notification-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { PreviewInput } from '#server/shifts/preview/contract.ts'
import { useRosterPreviewState } from './use-notification-preview.ts'
import type { Roster } from './use-roster.ts'

type Props = {
  roster: Roster
  ask: PreviewInput
  title: string
  text: string
  verb: string
  busy: boolean
  /** False while the effect is being counted. */
  counted?: boolean
  refused: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/**
 * Confirms an action that many people would notice: names it and lists the recipients. Waits until they are known; a
 * refused action can be sent, and its response explains why.
 */
export function ConfirmDialog({
  roster,
  ask,
  title,
  text,
  verb,
  busy,
  counted = true,
  refused,
  onConfirm,
  onClose,
}: Props) {
  const { preview, refused: isRefused } = useRosterPreviewState(roster.editor.event.id, ask)
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Text fz="sm">{text}</Text>
      <Text fz="sm" mt="xs" fw={600} aria-live="polite">
        {preview ? recipientsSentence(preview.notifies) : !isRefused && 'Checking who will be notified…'}
      </Text>
      <FormError message={refused} />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={busy} disabled={!counted || !(preview || isRefused)} onClick={onConfirm}>
          {verb}
        </Button>
      </Group>
    </Modal>
  )
}
