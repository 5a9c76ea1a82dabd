import { Alert, Anchor, Button, Group, TextInput } from '@mantine/core'
import { Form, Link, useSubmit } from '@remix-run/react'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { fieldError, formError, submittedText } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PhoneField } from '#app/ui/phone-field.tsx'
import { isCompleteForm, type RegisterState } from '#server/accounts/registration-contract.ts'
import { NewPasswordFields, PasswordField } from './password-field.tsx'
import classes from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { useBusy } from './use-busy.ts'
import { useStep } from './use-step.ts'

type Props = { email: string; state: RegisterState; answer: unknown }

const TEXT: Record<RegisterState, string> = {
  initial: 'A few details are needed.',
  'details-required': 'This email is not registered with this club yet. A few more details are needed.',
  'account-required': 'This email is not registered. A few more details are needed.',
}

export function RegisterForm({ email, state, answer }: Props) {
  const busy = useBusy()
  const step = useStep()
  const form = useRef<HTMLFormElement>(null)
  useSubmitRestored(form, answer === undefined)
  useFocusOnPassword(form, state)
  const errorOf = (field: string) => fieldError(answer, field)
  return (
    <SignInFrame title="Register" text={TEXT[state]}>
      <Form method="post" noValidate ref={form}>
        <FormError message={formError(answer)} />
        <input type="hidden" name="state" value={state} />
        <TextInput
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          size="md"
          defaultValue={submittedText(answer, 'email') ?? email}
          disabled={state !== 'initial'}
          error={errorOf('email')}
        />
        <TextInput
          name="name"
          label="Full Name"
          autoComplete="name"
          defaultValue={submittedText(answer, 'name')}
          size="md"
          required
          withAsterisk={false}
          error={errorOf('name')}
          autoFocus
        />
        <PhoneField label="Phone (optional)" defaultValue={submittedText(answer, 'phone')} error={errorOf('phone')} />
        {state === 'details-required' && (
          <>
            <SharedAccountNote />
            <PasswordField
              name="password"
              label="Existing Password"
              autoComplete="current-password"
              error={errorOf('password')}
            />
          </>
        )}
        {state === 'account-required' && <NewPasswordFields errorOf={errorOf} />}
        <ConsentNotice />
        <Group gap="xs" wrap="nowrap">
          <Button component={Link} to={step(paths.hello)} variant="default" h={48}>
            Back
          </Button>
          <Button type="submit" h={48} fz="md" flex={1} loading={busy}>
            Register
          </Button>
        </Group>
      </Form>
    </SignInFrame>
  )
}

const SharedAccountNote = () => (
  <Alert variant="light" icon={<IconInfoCircle size={20} aria-hidden />} py={12}>
    You already have an account, which is shared across all sites on this server. Please enter its password.
  </Alert>
)

function ConsentNotice() {
  const { name } = useSite()
  return (
    <p className={`muted ${classes.note}`}>
      By registering you agree that {name} keeps these details to run its shifts.{' '}
      <Anchor component={Link} to={paths.privacy} target="_blank" inherit underline="always">
        Privacy and terms
      </Anchor>
    </p>
  )
}

/** Moves the focus to the password field when it appears; the checked email is disabled then. */
function useFocusOnPassword(form: React.RefObject<HTMLFormElement | null>, state: RegisterState) {
  const previous = useRef(state)
  useEffect(() => {
    if (previous.current === state) return
    previous.current = state
    form.current?.querySelector<HTMLInputElement>('input[name=password]')?.focus()
  }, [form, state])
}

/** Submits a complete form that the browser has restored, once. */
function useSubmitRestored(form: React.RefObject<HTMLFormElement | null>, untouched: boolean) {
  const submit = useSubmit()
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) return
    first.current = false
    if (!untouched || !form.current) return
    const given = Object.fromEntries(new FormData(form.current))
    const email = form.current.querySelector<HTMLInputElement>('input[name=email]')?.value
    if (isCompleteForm({ email, ...given })) submit(form.current)
  }, [form, submit, untouched])
}
