import { Button } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { NewPasswordFields } from '#app/features/accounts/sign-in/password-field.tsx'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'

type Props = { email: string | null; problem: string | null; answer: unknown }

/**
 * The page behind an invitation link: sets a new password, whatever account the address has. Signing in and a second
 * step follow.
 */
export function AcceptInvitation({ email, problem, answer }: Props) {
  const busy = useNavigation().state !== 'idle'
  if (email === null)
    return (
      <SignInFrame title="Invitation">
        <FormError message={problem ?? undefined} />
        <Button component={Link} to={paths.consoleLogin} variant="default" h={48}>
          Go to sign in
        </Button>
      </SignInFrame>
    )
  return (
    <SignInFrame
      title="Become an operator"
      text={`Choose a new password for ${email}. You’ll then sign in with it and set up a second step.`}
    >
      <Form method="post" noValidate>
        <FormError message={formError(answer)} />
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <NewPasswordFields errorOf={(field) => fieldError(answer, field)} autoFocus />
        <Button type="submit" h={48} fz="md" loading={busy}>
          Accept the invitation
        </Button>
      </Form>
    </SignInFrame>
  )
}
