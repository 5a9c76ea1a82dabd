import { Anchor, Button } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { IconCalendarEvent } from '@tabler/icons-react'
import { fieldError, formError, submittedText } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { EmailField } from './email-field.tsx'
import { OtherWays } from './other-ways.tsx'
import classes from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { useBusy } from './use-busy.ts'

export function HelloForm({ answer }: { answer: unknown }) {
  const busy = useBusy()
  return (
    <SignInFrame title="Hello" text="Please enter your email to continue.">
      <Form method="post" noValidate>
        <FormError message={formError(answer)} />
        <EmailField value={submittedText(answer, 'email')} error={fieldError(answer, 'email')} />
        <Button type="submit" h={48} fz="md" loading={busy}>
          Continue
        </Button>
        <p className={`muted ${classes.note}`}>
          New here? Enter your email to register. The club approves every new account.
        </p>
      </Form>
      <OtherWays />
      <Anchor component={Link} to={paths.publicCalendar} className={classes.aside}>
        <IconCalendarEvent size={20} stroke={1.7} aria-hidden />
        See the public calendar
      </Anchor>
    </SignInFrame>
  )
}
