import { Button, Group, Modal, Text } from '@mantine/core'
import { summaryOf } from './staging.ts'
import type { Roster } from './use-roster.ts'

/** Asks before a page change would lose what is staged. */
export function LeaveDialog({ roster: { blocker, count, staging } }: { roster: Roster }) {
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={`${count} unsaved ${count === 1 ? 'change' : 'changes'}`}
      centered
      withCloseButton={false}
    >
      <Text fz="sm">{summaryOf(staging)}. They are lost if you leave this page now.</Text>
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
