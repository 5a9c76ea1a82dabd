import { Alert, Button, Group } from '@mantine/core'
import { Form, Link, useLocation } from '@remix-run/react'
import { IconMail } from '@tabler/icons-react'
import { fieldError, formError, submittedText } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { EmailField } from './email-field.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useBusy } from './use-busy.ts'
import { useStep } from './use-step.ts'

const wasSent = (answer: unknown) => typeof answer === 'object' && answer !== null && 'sent' in answer

/** The answer is the same whether or not the email has an account. */
export function ResetRequest({ email, answer }: { email: string; answer: unknown }) {
  const busy = useBusy()
  const step = useStep()
  const { pathname, search } = useLocation()
  if (wasSent(answer))
    return (
      <SignInFrame title="Reset Password">
        <Alert variant="light" icon={<IconMail size={20} aria-hidden />} role="status" py={12}>
          Please check your email for a reset link. It works for one hour. If nothing arrives, there’s no account here
          with this email.
        </Alert>
        <Button component={Link} to={step(paths.hello)} variant="default" h={48}>
          Back
        </Button>
      </SignInFrame>
    )
  return (
    <SignInFrame title="Reset Password" text="Enter your email, then check it for a reset link.">
      {/* Without an action the form of an index route would post to another URL. */}
      <Form method="post" action={pathname + search} noValidate>
        <FormError message={formError(answer)} />
        <EmailField value={submittedText(answer, 'email') ?? email} error={fieldError(answer, 'email')} />
        <Group gap="xs" wrap="nowrap">
          <Button component={Link} to={step(paths.hello)} variant="default" h={48}>
            Back
          </Button>
          <Button type="submit" h={48} fz="md" flex={1} loading={busy}>
            Send reset link
          </Button>
        </Group>
      </Form>
    </SignInFrame>
  )
}
