import { Button } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { problemText } from '#app/collections/problem-text.ts'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths, withNext } from '#app/shell/paths.ts'
import { useRoot } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { signWithPasskey } from '../security/passkey.ts'

type Props = { label: string; next: string | null; ticket?: string; primary?: boolean }

export function PasskeyButton({ label, next, ticket, primary }: Props) {
  const signIn = useFetcher<unknown>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submitPasskey = async () => {
    setBusy(true)
    setProblem(undefined)
    const response = await signWithPasskey(ticket)
    setBusy(false)
    if (!response.ok) return setProblem(problemText(response.body))
    signIn.submit({ signed: JSON.stringify(response.body) }, { method: 'post', action: withNext(paths.passkey, next) })
  }
  const { data } = signIn
  const subdomain = useRoot()?.subdomain
  return (
    <>
      <FormError message={problem ?? formError(data) ?? fieldError(data, 'response') ?? fieldError(data, 'ticket')} />
      <Button
        variant={primary ? 'filled' : 'default'}
        h={48}
        fz="md"
        loading={busy || signIn.state !== 'idle'}
        onClick={submitPasskey}
        leftSection={<IconFingerprint size={20} aria-hidden />}
      >
        {label}
      </Button>
      {subdomain && <p className="muted">A passkey that you made at {subdomain} does not work here.</p>}
    </>
  )
}
