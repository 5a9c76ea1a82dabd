import { Button, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { AppKey, type AppOffer } from '#app/features/accounts/security/app-key.tsx'

type Props = { secret: AppOffer; busy: boolean; onCode: (code: string) => void }

export function AppSetUp({ secret, busy, onCode }: Props) {
  const finish = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  return (
    <form onSubmit={finish} noValidate>
      <AppKey offer={secret} />
      <TextInput
        name="code"
        label="Code"
        description="The 6-digit code the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        autoFocus
      />
      <Button type="submit" h={48} fz="md" loading={busy}>
        Finish
      </Button>
    </form>
  )
}
