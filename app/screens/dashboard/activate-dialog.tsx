import { Button, Group, Modal, Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { Registration } from '#server/people/registrations.ts'
import { formError } from '../../http/answer.ts'
import { FormError } from '../../ui/form-error.tsx'

type DialogProps = { person: SerializeFrom<Registration>; onClose: () => void }

/** Asks before somebody who registered may log in (specification §2.5). */
export function ActivateDialog({ person, onClose }: DialogProps) {
  const fetcher = useFetcher<unknown>()
  const done = fetcher.state === 'idle' && fetcher.data !== undefined && !formError(fetcher.data)
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])
  return (
    <Modal opened onClose={onClose} title={`Activate ${person.name || person.email}`} centered>
      <FormError message={formError(fetcher.data)} />
      <Text size="sm">{person.email} can log in from now on, and is told so by email.</Text>
      <fetcher.Form method="post" action={`/people/${person.id}/activate`}>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" h={44} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" h={44} loading={fetcher.state !== 'idle'} data-autofocus>
            Activate
          </Button>
        </Group>
      </fetcher.Form>
    </Modal>
  )
}
