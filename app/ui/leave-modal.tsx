import { Button, Group, Modal, Text } from '@mantine/core'
import type { useBlocker } from '@remix-run/react'

type Props = { blocker: ReturnType<typeof useBlocker>; title: string; text: string }

/** Asks whether to discard unsaved changes while `blocker` holds up a navigation. */
export function LeaveModal({ blocker, title, text }: Props) {
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={title}
      centered
      withCloseButton={false}
    >
      <Text fz="sm">{text}</Text>
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          Leave and discard
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          Stay
        </Button>
      </Group>
    </Modal>
  )
}
