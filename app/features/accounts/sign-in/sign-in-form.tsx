import { Anchor, Button } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PasswordField } from './password-field.tsx'
import classes from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { useBusy } from './use-busy.ts'
import { useStep } from './use-step.ts'

type Props = { email: string; mayRegister: boolean; answer: unknown }

export function SignInForm({ email, mayRegister, answer }: Props) {
  const busy = useBusy()
  const step = useStep()
  return (
    <SignInFrame title="Sign in">
      <Form method="post" noValidate>
        <div className={`row ${classes.who}`}>
          <span>{email}</span>
          <Button
            component={Link}
            to={step(paths.hello)}
            variant="subtle"
            h={40}
            px={12}
            aria-label="Back, use another email"
          >
            Back
          </Button>
        </div>
        <input type="hidden" name="email" value={email} autoComplete="username" readOnly />
        <FormError message={formError(answer)} />
        <div className={classes.passwordRow}>
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            error={fieldError(answer, 'password')}
            autoFocus
          />
          <Button component={Link} to={step(paths.reset)} variant="subtle" size="compact-sm" className={classes.forgot}>
            Forgot Password
          </Button>
        </div>
        <Button type="submit" h={48} fz="md" loading={busy}>
          Login
        </Button>
        {mayRegister && (
          <p className={`muted ${classes.note}`}>
            New here?{' '}
            <Anchor component={Link} to={step(`${paths.register}?state=account-required`)} inherit underline="always">
              Register
            </Anchor>
          </p>
        )}
      </Form>
    </SignInFrame>
  )
}
