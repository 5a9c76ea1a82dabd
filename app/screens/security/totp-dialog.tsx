import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import classes from './security.module.css'
import { send } from './send.ts'

export type TotpOffer = { secret: string; picture: string }

type Props = { offer: TotpOffer | null; onDone: (codes: string[] | null) => void; onClose: () => void }

/** Scan, then prove that the app works by its first code. */
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
    <Modal
      opened={offer !== null}
      onClose={onClose}
      title="Set up an authenticator app"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form onSubmit={confirm} noValidate>
        <Stack gap="md">
          <Text size="sm">Scan this with your authenticator app, or type the key into it.</Text>
          {offer && <img className={classes.qr} src={offer.picture} alt="QR code of the key below" />}
          <code className={classes.key}>{offer?.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <TextInput
            name="code"
            label="Code"
            description="The 6 digits that the app shows now."
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
