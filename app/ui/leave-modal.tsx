import { Button, Group, Text } from '@mantine/core'
import { Modal } from './modal.tsx'
import type { LeaveGuard } from './use-leave-guard.ts'

type Props = { guard: LeaveGuard; title: string; text: string }

export function LeaveModal({ guard: { asking, stay, leave }, title, text }: Props) {
  return (
    <Modal opened={asking} onClose={stay} title={title} centered withCloseButton={false}>
      <Text fz="sm">{text}</Text>
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={leave}>
          Leave and discard
        </Button>
        <Button onClick={stay} data-autofocus>
          Stay
        </Button>
      </Group>
    </Modal>
  )
}
