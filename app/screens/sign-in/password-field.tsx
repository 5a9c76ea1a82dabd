import { PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { lengthOf } from './password-length.ts'
import classes from './sign-in.module.css'

type Props = {
  name: 'password' | 'repeat'
  label: string
  error?: string
  autoComplete: 'current-password' | 'new-password'
  description?: ReactNode
  onTyped?: (text: string) => void
  autoFocus?: boolean
}

/** A password as every step of getting in asks for it: large, pasteable, and shown on demand. */
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

/** A new password, what makes it good while it is typed, and its repetition. */
export function NewPasswordFields({ errorOf, autoFocus }: PairProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <PasswordField
        name="password"
        label="New Password"
        autoComplete="new-password"
        description={<Length typed={typed} />}
        error={errorOf('password')}
        autoFocus={autoFocus}
        onTyped={setTyped}
      />
      <PasswordField name="repeat" label="Repeat New Password" autoComplete="new-password" error={errorOf('repeat')} />
    </>
  )
}

/** Four bars and a sentence. It speaks of the length alone: what is guessed first is for the server to say. */
function Length({ typed }: { typed: string }) {
  const { bars, words } = lengthOf(typed)
  return (
    <>
      <span className={classes.meter} data-bars={bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= bars || undefined} />
        ))}
      </span>
      {words}
    </>
  )
}
