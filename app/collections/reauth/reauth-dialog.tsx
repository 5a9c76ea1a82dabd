import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useViewer } from '../../shell/use-root.ts'
import { Modal } from '../../ui/modal.tsx'
import { callApi } from '../call-api.ts'
import { problemText } from '../problem-text.ts'

type Props = { onDone: (confirmed: boolean) => void }

export function ReauthDialog({ onDone }: Props) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const viewer = useViewer()
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    setBusy(true)
    const { ok, body } = await callApi('POST', '/api/auth/reauth', { password })
    setBusy(false)
    setProblem(ok ? undefined : problemText(body))
    if (ok) onDone(true)
  }
  return (
    <Modal opened onClose={() => onDone(false)} title="Confirm it’s you" centered>
      <form onSubmit={confirm} noValidate>
        <Stack gap="md">
          <Text size="sm">Please enter your password again. We won’t ask again for ten minutes.</Text>
          <input type="hidden" name="email" value={viewer?.email ?? ''} autoComplete="username" readOnly />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            size="md"
            error={problem}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={() => onDone(false)}>
              Cancel
            </Button>
            <Button type="submit" h={44} loading={busy}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
