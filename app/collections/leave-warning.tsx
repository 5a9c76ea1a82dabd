import { Button, Group, Modal, Text } from '@mantine/core'
import { useBeforeUnload, useBlocker } from '@remix-run/react'
import { useCallback } from 'react'

/** Asks before another page would lose what is typed and not saved. `allowed` are addresses that keep it. */
export function LeaveWarning({ dirty, allowed }: { dirty: boolean; allowed?: (pathname: string) => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      `${currentLocation.pathname}${currentLocation.search}` !== `${nextLocation.pathname}${nextLocation.search}` &&
      !allowed?.(nextLocation.pathname),
  )
  useBeforeUnload(useCallback((event) => dirty && event.preventDefault(), [dirty]))
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Unsaved changes"
      centered
      withCloseButton={false}
    >
      <Text fz="sm">They are lost if you leave this page now.</Text>
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
