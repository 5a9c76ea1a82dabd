import { Button } from '@mantine/core'
import { Form, useNavigation } from '@remix-run/react'
import { fieldError, formError } from '../../http/answer.ts'
import { FormError } from '../../ui/form-error.tsx'
import { EmailField } from '../sign-in/email-field.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'

/** The operator's first step. The second always follows. */
export function ConsoleSignInForm({ answer }: { answer: unknown }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <SignInFrame title="Sign in" text="For people who run this server. A second step follows.">
      <Form method="post" noValidate>
        <FormError message={formError(answer)} />
        <EmailField error={fieldError(answer, 'email')} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={fieldError(answer, 'password')}
        />
        <Button type="submit" h={48} fz="md" loading={busy}>
          Continue
        </Button>
      </Form>
    </SignInFrame>
  )
}
