import { Button, Center, Loader } from '@mantine/core'
import { Form, Link, useSearchParams } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { checkToken, type TokenCheck } from './check-token.ts'
import { NewPasswordFields } from './password-field.tsx'
import classes from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { useBusy } from './use-busy.ts'

export function ResetPassword({ token, answer }: { token: string; answer: unknown }) {
  const [check, setCheck] = useState<TokenCheck | null>(null)
  const [search] = useSearchParams()
  const isInvited = search.has('invited')
  const title = isInvited ? 'Set a password' : 'Reset Password'
  useEffect(() => {
    const controller = new AbortController()
    checkToken(token, controller.signal).then(setCheck, () => {})
    return () => controller.abort()
  }, [token])
  const problem = fieldError(answer, 'token') ?? (check?.kind === 'invalid' ? check.message : undefined)
  if (problem)
    return (
      <SignInFrame title={title}>
        <FormError message={problem} />
        <Button component={Link} to={paths.reset} variant="default" h={48}>
          Back
        </Button>
      </SignInFrame>
    )
  const text = `Choose a ${isInvited ? '' : 'new '}password. You’ll then be signed in.`
  if (check?.kind !== 'valid')
    return (
      <SignInFrame title={title}>
        <Center mih={160} role="status" aria-label="Checking the link" className={classes.checking}>
          <Loader />
        </Center>
        <noscript>
          <p>{text}</p>
          <NewPasswordForm email={undefined} answer={answer} />
        </noscript>
      </SignInFrame>
    )
  return (
    <SignInFrame title={title} text={text}>
      <NewPasswordForm email={check.email} answer={answer} />
    </SignInFrame>
  )
}

/** @param props.email owner of the password; undefined without JavaScript, where the link is checked only on submit. */
function NewPasswordForm({ email, answer }: { email: string | undefined; answer: unknown }) {
  const busy = useBusy()
  return (
    <Form method="post" noValidate>
      <FormError message={formError(answer)} />
      {email !== undefined && <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />}
      <NewPasswordFields errorOf={(field) => fieldError(answer, field)} autoFocus />
      <Button type="submit" h={48} fz="md" loading={busy}>
        Save and sign in
      </Button>
    </Form>
  )
}
