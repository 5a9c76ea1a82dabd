import { PasswordInput } from '@mantine/core'

type Props = {
  name: 'password' | 'repeat'
  label: string
  error?: string
  autoComplete: 'current-password' | 'new-password'
  description?: string
  autoFocus?: boolean
}

/** A password as every step of getting in asks for it: large, pasteable, and shown on demand. */
export const PasswordField = ({ label, ...props }: Props) => (
  <PasswordInput
    label={label}
    size="md"
    required
    withAsterisk={false}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}`, tabIndex: 0 }}
    {...props}
  />
)

/** What makes a password good, said before it is refused. */
export const PASSWORD_HINT = 'At least 8 characters. Longer is better than stranger.'

type PairProps = { errorOf: (field: string) => string | undefined; autoFocus?: boolean }

/** A new password and its repetition (specification §5). */
export const NewPasswordFields = ({ errorOf, autoFocus }: PairProps) => (
  <>
    <PasswordField
      name="password"
      label="New Password"
      autoComplete="new-password"
      description={PASSWORD_HINT}
      error={errorOf('password')}
      autoFocus={autoFocus}
    />
    <PasswordField name="repeat" label="Repeat New Password" autoComplete="new-password" error={errorOf('repeat')} />
  </>
)
