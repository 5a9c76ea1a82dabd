import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { INVALID_EMAIL, isEmail } from '#server/engine/kernel/email-address.pure.ts'
import type { EmailCorrected } from '#server/people/blocked/contract.ts'
import { liftedText } from './block-text.ts'

type Props = { person: ListRecord; confirmed?: boolean | undefined; onClose: () => void }

export function CorrectEmail({ person, confirmed, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title="Correct the address" centered>
      {confirmed ? <AskThem person={person} onClose={onClose} /> : <CorrectForm person={person} onClose={onClose} />}
    </Modal>
  )
}

const AskThem = ({ person, onClose }: Pick<Props, 'person' | 'onClose'>) => (
  <Stack gap="md" className="wrap">
    <Text>
      {String(person.name || 'This person')} has confirmed {String(person.email)}, so only they can change it. They sign
      in as usual and enter another email in their profile. It takes effect once they open the link we send there.
    </Text>
    {typeof person.phone === 'string' && (
      <Text>
        Tell them by phone:{' '}
        <a href={`tel:${person.phone}`}>
          <PhoneText number={person.phone} />
        </a>
      </Text>
    )}
    <Group justify="flex-end">
      <Button h={44} onClick={onClose} data-autofocus>
        Close
      </Button>
    </Group>
  </Stack>
)

function CorrectForm({ person, onClose }: Pick<Props, 'person' | 'onClose'>) {
  const { call, busy, problem, error, refuse } = useCall<EmailCorrected>(
    'PUT',
    `/api/people/${person.id}/correct_email`,
    { fields: ['email'] },
  )
  const { offer } = useUndo()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (!isEmail(email)) return refuse({ email: [email ? INVALID_EMAIL : 'Required.'] })
    const { ok, body } = await call({ email })
    if (!ok) return
    offer(liftedText(body.email, body.queued))
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={problem} />
        <TextInput
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          size="md"
          defaultValue={String(person.email)}
          error={error('email')}
          data-autofocus
        />
        <Text size="sm">
          No one has confirmed this address. To sign in with the new one, they set a password from an invitation or with
          “Forgot Password”. Anyone signed in with the old one is signed out.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" h={44} loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
