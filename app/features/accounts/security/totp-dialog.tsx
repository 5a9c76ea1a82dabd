import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useCall } from '#app/collections/use-call.ts'
import { Modal } from '#app/ui/modal.tsx'
import { AppKey, type AppOffer } from './app-key.tsx'

type Props = { offer: AppOffer | null; onDone: (codes: string[] | null) => void; onClose: () => void }

export function TotpDialog({ offer, onDone, onClose }: Props) {
  const { call, busy, problem } = useCall<{ recovery_codes: string[] | null }>('PUT', '/api/auth/totp', {
    reload: 'never',
  })
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { ok, body } = await call({ code: new FormData(event.currentTarget).get('code') })
    if (ok) onDone(body.recovery_codes)
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
