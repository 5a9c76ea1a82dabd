import { Button } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { fieldError, formError } from '../../http/answer.ts'
import { paths } from '../../shell/paths.ts'
import { FormError } from '../../ui/form-error.tsx'
import { signWithPasskey } from '../security/passkey.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import classes from '../sign-in/sign-in.module.css'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { send } from './send.ts'

/** The second step of an operator: a passkey, a code of the app, or one of the codes on paper. */
export function ConfirmForm({ factors, answer }: { factors: readonly string[]; answer: unknown }) {
  const busy = useNavigation().state !== 'idle'
  const app = factors.includes('totp')
  return (
    <SignInFrame
      title="Confirm it’s you"
      text={
        app
          ? 'Enter the 6-digit code from your authenticator app, or a recovery code.'
          : 'Use your passkey, or enter a recovery code.'
      }
    >
      {factors.includes('passkey') && <Passkey primary={!app} />}
      <Form method="post" noValidate>
        <FormError message={fieldError(answer, 'ticket') ?? formError(answer)} />
        <CodeField app={app} error={fieldError(answer, 'code')} autoFocus={app} />
        <Button type="submit" h={48} fz="md" loading={busy} variant={app ? 'filled' : 'default'}>
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
  const sign = async () => {
    setBusy(true)
    const signed = await signWithPasskey(undefined, paths.consolePasskey)
    const answer = signed.ok ? await send(paths.consolePasskey, signed.body ?? {}) : signed
    setBusy(false)
    setProblem(answer.ok ? undefined : (firstMessage(answer.body, []) ?? 'Please try again.'))
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
        onClick={sign}
        leftSection={<IconFingerprint size={20} aria-hidden />}
      >
        Use a passkey
      </Button>
    </>
  )
}
