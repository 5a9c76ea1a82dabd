import { Button, Group, List, Text } from '@mantine/core'
import { useState } from 'react'
import { Modal } from './modal.tsx'

const MAX_LISTED = 6

type Asked = { begun: readonly string[]; work: () => void }

/** Confirms before shifts that have begun are given away or removed. Render `dialog`. */
export function useBegunQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const { begun, work } = asked ?? { begun: [], work: close }
  const names = [...new Set(begun)]
  const dialog = (
    <Modal
      opened={asked !== null}
      onClose={close}
      title={begun.length === 1 ? 'This shift has started' : `${begun.length} of these shifts have started`}
      centered
    >
      <Text fz="sm">
        Recorded time stops now and stays with the person who worked it. The next person signs in for themselves.
      </Text>
      <List fz="sm" mt="xs" className="wrap">
        {names.slice(0, MAX_LISTED).map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
        {names.length > MAX_LISTED && <List.Item>and {names.length - MAX_LISTED} more</List.Item>}
      </List>
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          onClick={() => {
            close()
            work()
          }}
        >
          Change anyway
        </Button>
      </Group>
    </Modal>
  )
  return {
    /**
     * Runs the work after confirmation; without names immediately.
     * @param names the people or shifts that have begun
     */
    ask: (names: readonly string[], then: () => void) =>
      names.length ? setAsked({ begun: names, work: then }) : then(),
    dialog,
  }
}

export type BegunQuestion = ReturnType<typeof useBegunQuestion>
