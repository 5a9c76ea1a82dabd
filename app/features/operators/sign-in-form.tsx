import { Button } from '@mantine/core'
import { Form, useNavigation } from '@remix-run/react'
import { EmailField } from '#app/features/accounts/sign-in/email-field.tsx'
import { PasswordField } from '#app/features/accounts/sign-in/password-field.tsx'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { fieldError, formError } from '#app/http/answer.ts'
import { FormError } from '#app/ui/form-error.tsx'

export function ConsoleSignInForm({ answer }: { answer: unknown }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <SignInFrame title="Sign in" text="For people who run this server. There is a second step.">
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
