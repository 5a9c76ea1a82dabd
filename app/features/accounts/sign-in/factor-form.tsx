import { Button } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths, withNext } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { CodeField } from './code-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import classes from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { useBusy } from './use-busy.ts'

type Props = { ticket: string; factors: readonly string[]; next: string | null; answer: unknown }

export function FactorForm({ ticket, factors, next, answer }: Props) {
  const busy = useBusy()
  const passkey = factors.includes('passkey')
  const app = factors.includes('totp')
  const ticketError = fieldError(answer, 'ticket')
  return (
    <SignInFrame
      title="Confirm it’s you"
      text={
        app
          ? 'Enter the 6-digit code from your authenticator app. A recovery code works too.'
          : 'Use your passkey, or enter a recovery code.'
      }
    >
      {passkey && <PasskeyButton label="Use a passkey" next={next} ticket={ticket} primary={!app} />}
      <Form method="post" noValidate>
        <FormError message={ticketError ?? formError(answer)} />
        <CodeField app={app} error={fieldError(answer, 'code')} autoFocus={app || !passkey} />
        <Button type="submit" h={48} fz="md" loading={busy} variant={app ? 'filled' : 'default'}>
          Continue
        </Button>
      </Form>
      <Link to={withNext(paths.hello, next)} className={classes.other}>
        Start again
      </Link>
    </SignInFrame>
  )
}
