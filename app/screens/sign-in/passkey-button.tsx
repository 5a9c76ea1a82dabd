import { Button } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { fieldError, formError } from '../../http/answer.ts'
import { paths, withNext } from '../../shell/paths.ts'
import { FormError } from '../../ui/form-error.tsx'
import { signWithPasskey } from '../security/passkey.ts'

type Props = { label: string; next: string | null; ticket?: string; primary?: boolean }

/** Signs in with a passkey of this device: instead of email and password, or as the second step after them. */
export function PasskeyButton({ label, next, ticket, primary }: Props) {
  const entering = useFetcher<unknown>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sign = async () => {
    setBusy(true)
    setProblem(undefined)
    const signed = await signWithPasskey(ticket)
    setBusy(false)
    if (!signed.ok) return setProblem(firstMessage(signed.body, []) ?? 'Please try again.')
    entering.submit({ signed: JSON.stringify(signed.body) }, { method: 'post', action: withNext(paths.passkey, next) })
  }
  const { data } = entering
  return (
    <>
      <FormError message={problem ?? formError(data) ?? fieldError(data, 'response') ?? fieldError(data, 'ticket')} />
      <Button
        variant={primary ? 'filled' : 'default'}
        h={48}
        fz="md"
        loading={busy || entering.state !== 'idle'}
        onClick={sign}
        leftSection={<IconFingerprint size={20} aria-hidden />}
      >
        {label}
      </Button>
    </>
  )
}
