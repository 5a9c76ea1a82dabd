import { Button, PasswordInput } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { fieldError, formError } from '../../http/answer.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'

/** The second step. The email stays visible, and in the form, so that people and password managers both see it. */
export function LoginForm({ email, answer }: { email: string; answer: unknown }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <SignInFrame title="Log in">
      <Form method="post" noValidate>
        <div className={classes.who}>
          <span>{email}</span>
          <Button component={Link} to="/hello" variant="subtle" h={40} px={12} aria-label="Back, use another email">
            Back
          </Button>
        </div>
        <input type="hidden" name="email" value={email} autoComplete="username" readOnly />
        <FormError message={formError(answer)} />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          error={fieldError(answer, 'password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          autoFocus
        />
        <Button type="submit" h={48} fz="md" loading={busy}>
          Login
        </Button>
      </Form>
    </SignInFrame>
  )
}
