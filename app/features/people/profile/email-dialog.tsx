import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { Modal } from '#app/ui/modal.tsx'
import { INVALID_EMAIL, isEmail } from '#server/engine/kernel/email-address.pure.ts'
import { type DialogProps, FormDialog } from './form-dialog.tsx'
import { PasswordField } from './password-field.tsx'

/** The change takes effect once the emailed link is confirmed. */
export function EmailDialog({ onClose }: DialogProps) {
  const form = useCalls({ fields: ['email', 'password'] })
  const [localErrors, setLocalErrors] = useState<Record<string, string>>({})
  const [sentTo, setSentTo] = useState<string>()
  const submit = async (values: FormData) => {
    const email = String(values.get('email') ?? '').trim()
    const password = String(values.get('password') ?? '')
    const problems = {
      ...(email ? (isEmail(email) ? {} : { email: INVALID_EMAIL }) : { email: 'Required.' }),
      ...(password ? {} : { password: 'Required.' }),
    }
    setLocalErrors(problems)
    if (Object.keys(problems).length) return
    const answer = await form.call('PUT', '/api/people/change_email_self', { email, password })
    if (answer.ok) setSentTo(email)
  }
  if (sentTo)
    return (
      <Modal opened onClose={onClose} title="Edit email" centered>
        <Stack gap="md">
          <Text className="wrap" role="status">
            We sent a link to <strong>{sentTo}</strong>. Your email changes when you open it and confirm.
          </Text>
          <Group justify="flex-end">
            <Button h={44} onClick={onClose} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      </Modal>
    )
  return (
    <FormDialog title="Edit email" opened form={form} submit="Send link" onClose={onClose} onSubmit={submit}>
      <TextInput
        name="email"
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        size="md"
        error={localErrors.email ?? form.error('email')}
        data-autofocus
      />
      <PasswordField
        name="password"
        label="Current password"
        autoComplete="current-password"
        error={localErrors.password ?? form.error('password')}
      />
    </FormDialog>
  )
}
