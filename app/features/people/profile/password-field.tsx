import { PasswordInput } from '@mantine/core'

type Props = {
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  error: string | undefined
}

/** A password input whose show button can be reached by keyboard. */
export const PasswordField = (props: Props) => (
  <PasswordInput
    size="md"
    required
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
    {...props}
  />
)
