import { PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { rateLength } from './password-length.ts'
import classes from './sign-in.module.css'

type Props = {
  name: 'password' | 'repeat'
  label: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  description?: ReactNode
  onTyped?: (text: string) => void
  autoFocus?: boolean
}

export const PasswordField = ({ label, onTyped, ...props }: Props) => (
  <PasswordInput
    label={label}
    size="md"
    required
    withAsterisk={false}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}`, tabIndex: 0 }}
    onChange={onTyped && (({ currentTarget }) => onTyped(currentTarget.value))}
    {...props}
  />
)

type PairProps = { errorOf: (field: string) => string | undefined; autoFocus?: boolean }

export function NewPasswordFields({ errorOf, autoFocus = false }: PairProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <PasswordField
        name="password"
        label="New Password"
        autoComplete="new-password"
        description={<LengthMeter typed={typed} />}
        error={errorOf('password')}
        autoFocus={autoFocus}
        onTyped={setTyped}
      />
      <PasswordField name="repeat" label="Repeat New Password" autoComplete="new-password" error={errorOf('repeat')} />
    </>
  )
}

/** Rates the length only; the server checks for common passwords. */
function LengthMeter({ typed }: { typed: string }) {
  const { bars, text } = rateLength(typed)
  return (
    <>
      <span className={classes.meter} data-bars={bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= bars || undefined} />
        ))}
      </span>
      {text}
    </>
  )
}
