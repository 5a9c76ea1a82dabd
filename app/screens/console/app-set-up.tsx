import { Button, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import security from '../security/security.module.css'

export type AppOffer = { secret: string; picture: string }

type Props = { offer: AppOffer; busy: boolean; onCode: (code: string) => void }

/** Scan, then prove that the app works by its first code. */
export function AppSetUp({ offer, busy, onCode }: Props) {
  const finish = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  return (
    <form onSubmit={finish} noValidate>
      <Text size="sm">Scan this with your authenticator app, or type the key into it.</Text>
      <img className={security.qr} src={offer.picture} alt="QR code of the key below" />
      <code className={security.key}>{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
      <TextInput
        name="code"
        label="Code"
        description="The 6 digits that the app shows now."
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
