import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { send } from '#app/collections/reauth/send.ts'
import { Modal } from '#app/ui/modal.tsx'
import { AppKey, type AppOffer } from './app-key.tsx'

type Props = { offer: AppOffer | null; onDone: (codes: string[] | null) => void; onClose: () => void }

export function TotpDialog({ offer, onDone, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const code = new FormData(event.currentTarget).get('code')
    const answer = await send('PUT', '/api/auth/totp', { code })
    setBusy(false)
    setProblem(answer.ok ? undefined : (firstMessage(answer.body, []) ?? 'Please try again.'))
    if (answer.ok) onDone((answer.body?.recovery_codes as string[] | null) ?? null)
  }
  return (
    <Modal opened={offer !== null} onClose={onClose} title="Set up an authenticator app" centered>
      <form onSubmit={confirm} noValidate>
        <Stack gap="md">
          {offer && <AppKey offer={offer} />}
          <TextInput
            name="code"
            label="Code"
            description="The 6 digits shown in the app."
            inputMode="numeric"
            autoComplete="one-time-code"
            size="md"
            error={problem}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" h={44} loading={busy}>
              Finish
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
