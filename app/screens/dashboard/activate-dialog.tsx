import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useFetcher } from '@remix-run/react'
import { IconMailQuestion } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Registration } from '#server/people/registrations.ts'
import { formError } from '../../http/answer.ts'
import { FormError } from '../../ui/form-error.tsx'

type DialogProps = { person: SerializeFrom<Registration>; onClose: () => void }

/** Asks before a registration is approved, and warns when the email is not confirmed. */
export function ActivateDialog({ person, onClose }: DialogProps) {
  const fetcher = useFetcher<unknown>()
  const done = fetcher.state === 'idle' && fetcher.data !== undefined && !formError(fetcher.data)
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])
  return (
    <Modal opened onClose={onClose} title={`Activate ${person.name || person.email}`} centered>
      <FormError message={formError(fetcher.data)} />
      <Text size="sm">{person.email} can then sign in, and is notified by email.</Text>
      {!person.confirmed && (
        <Alert color="yellow" mt="sm" icon={<IconMailQuestion size={20} aria-hidden />}>
          This email is not confirmed yet, so anyone could have registered with it. If you are not sure who it is, ask
          them first.
        </Alert>
      )}
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
