import { Text } from '@mantine/core'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { type DialogProps, FormDialog } from './form-dialog.tsx'
import { PasswordField } from './password-field.tsx'

export function passwordProblems(values: { password: string; new_password: string; repeat: string }) {
  const problems: Partial<Record<keyof typeof values, string>> = {}
  for (const name of ['password', 'new_password', 'repeat'] as const) if (!values[name]) problems[name] = 'Required.'
  if (!problems.repeat && values.repeat !== values.new_password) problems.repeat = 'Passwords must match.'
  return problems
}

export function PasswordDialog({ onClose }: DialogProps) {
  const form = useCalls({ fields: ['password', 'new_password'] })
  const [localErrors, setLocalErrors] = useState<ReturnType<typeof passwordProblems>>({})
  const submit = async (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? '')
    const values = { password: text('password'), new_password: text('new_password'), repeat: text('repeat') }
    const problems = passwordProblems(values)
    setLocalErrors(problems)
    if (Object.keys(problems).length) return
    const { password, new_password } = values
    if ((await form.call('PUT', '/api/people/set_password_self', { password, new_password })).ok) onClose()
  }
  return (
    <FormDialog title="Change password" opened form={form} submit="Change password" onClose={onClose} onSubmit={submit}>
      <Text size="sm">All other devices are signed out.</Text>
      <PasswordField
        name="password"
        label="Current password"
        autoComplete="current-password"
        error={localErrors.password ?? form.error('password')}
      />
      <PasswordField
        name="new_password"
        label="New password"
        autoComplete="new-password"
        error={localErrors.new_password ?? form.error('new_password')}
      />
      <PasswordField name="repeat" label="Repeat new password" autoComplete="new-password" error={localErrors.repeat} />
    </FormDialog>
  )
}
