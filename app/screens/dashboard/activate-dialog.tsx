import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { IconMailQuestion } from '@tabler/icons-react'
import type { Registration } from '#server/people/registrations.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useActivation } from '../person/use-activation.ts'
import { MergeOffer } from './merge-offer.tsx'

type DialogProps = { person: SerializeFrom<Registration>; onClose: () => void }

/**
 * Asks before a registration is approved, warns when the email is not confirmed, and offers to merge it with somebody who is
 * already on the list.
 */
export function ActivateDialog({ person, onClose }: DialogProps) {
  const { busy, problem, setActive } = useActivation()
  const name = person.name || person.email
  const activate = async () => {
    if (await setActive(person.id, true, `${name} is active and will be welcomed by email.`)) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={<span className="wrap">Activate {name}</span>} centered>
      <FormError message={problem} />
      <Text size="sm" className="wrap">
        {person.email} can then sign in, and is notified by email.
      </Text>
      {!person.confirmed && (
        <Alert color="yellow" mt="sm" icon={<IconMailQuestion size={20} aria-hidden />}>
          This email is not confirmed yet, so anyone could have registered with it. If you are not sure who it is, ask
          them first.
        </Alert>
      )}
      <MergeOffer registration={person} onMerged={onClose} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" h={44} onClick={onClose}>
          Cancel
        </Button>
        <Button h={44} loading={busy} onClick={activate} data-autofocus>
          Activate
        </Button>
      </Group>
    </Modal>
  )
}
