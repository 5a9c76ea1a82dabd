import { Alert, Button, Group, Text } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconMailQuestion } from '@tabler/icons-react'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { Registration } from '#server/people/registrations.ts'
import { MergeOffer } from './merge-offer.tsx'
import { useActivation } from './use-activation.ts'

type DialogProps = {
  person: Pick<Registration, 'id' | 'name' | 'email' | 'confirmed'>
  onClose: () => void
  /** Called after a merge with the person who stays; reloads the page by default. */
  onMerged?: (person: number) => void
}

export function ActivateDialog({ person, onClose, onMerged }: DialogProps) {
  const { busy, problem, setActive } = useActivation()
  const { revalidate } = useRevalidator()
  const name = person.name || person.email
  const activate = async () => {
    if (await setActive(person.id, true, `${name} is active and will be welcomed by email.`)) onClose()
  }
  const merged = (id: number) => {
    onClose()
    if (onMerged) onMerged(id)
    else revalidate()
  }
  return (
    <Modal opened onClose={onClose} title={<span className="wrap">Activate {name}</span>} centered>
      <FormError message={problem} />
      <Text size="sm" className="wrap">
        {person.email} can then sign in, and gets an email to say so.
      </Text>
      {!person.confirmed && (
        <Alert color="yellow" mt="sm" icon={<IconMailQuestion size={20} aria-hidden />}>
          This email isn’t confirmed yet, so anyone could have registered with it. If you’re not sure who it is, check
          with them first.
        </Alert>
      )}
      <MergeOffer registration={person} onMerged={merged} />
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
