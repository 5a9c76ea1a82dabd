import { Button } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { problemText } from '#app/collections/problem-text.ts'
import { signWithPasskey } from '#app/features/accounts/security/passkey.ts'
import { CodeField } from '#app/features/accounts/sign-in/code-field.tsx'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import classes from '../accounts/sign-in/sign-in.module.css'
import { postToConsole } from './send.ts'

export function ConfirmForm({ factors, answer }: { factors: readonly string[]; answer: unknown }) {
  const busy = useNavigation().state !== 'idle'
  const hasApp = factors.includes('totp')
  return (
    <SignInFrame
      title="Confirm it’s you"
      text={
        hasApp
          ? 'Enter the 6-digit code from your authenticator app, or a recovery code.'
          : 'Use your passkey, or enter a recovery code.'
      }
    >
      {factors.includes('passkey') && <Passkey primary={!hasApp} />}
      <Form method="post" noValidate>
        <FormError message={fieldError(answer, 'ticket') ?? formError(answer)} />
        <CodeField app={hasApp} error={fieldError(answer, 'code')} autoFocus={hasApp} />
        <Button type="submit" h={48} fz="md" loading={busy} variant={hasApp ? 'filled' : 'default'}>
          Continue
        </Button>
      </Form>
      <Link to={paths.consoleLogin} className={classes.other}>
        Start again
      </Link>
    </SignInFrame>
  )
}

function Passkey({ primary }: { primary: boolean }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const signIn = async () => {
    setBusy(true)
    const signed = await signWithPasskey(undefined, paths.consolePasskey)
    const answer = signed.ok ? await postToConsole(paths.consolePasskey, signed.body) : signed
    setBusy(false)
    setProblem(answer.ok ? undefined : problemText(answer.body))
    if (answer.ok) window.location.assign(paths.console)
  }
  return (
    <>
      <FormError message={problem} />
      <Button
        variant={primary ? 'filled' : 'default'}
        h={48}
        fz="md"
        loading={busy}
        onClick={signIn}
        leftSection={<IconFingerprint size={20} aria-hidden />}
      >
        Use a passkey
      </Button>
    </>
  )
}
