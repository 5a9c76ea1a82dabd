import { useSubmit } from '@remix-run/react'
import { useEffect } from 'react'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { fieldError, formError } from '#app/http/answer.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { consolePaths } from './console-paths.ts'

/** Takes the secret from behind the `#` out of the address and its history, and sends it once. */
export function EntryScreen({ answer }: { answer: unknown }) {
  const submit = useSubmit()
  useEffect(() => {
    const token = window.location.hash.slice(1)
    if (!token) return
    window.history.replaceState(window.history.state, '', consolePaths.entry)
    submit({ token }, { method: 'post', replace: true })
  }, [submit])
  const problem = formError(answer) ?? fieldError(answer, 'token')
  return (
    <SignInFrame
      title="Enter as an operator"
      text={problem ? '' : 'This page opens from the operators’ console, and needs scripts.'}
    >
      <FormError message={problem} />
    </SignInFrame>
  )
}
