import { Button, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { paths } from '../../shell/paths.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { useStep } from './use-step.ts'

/** Says that the registration is complete and what happens next. */
export function RegistrationComplete() {
  const step = useStep()
  return (
    <SignInFrame
      title="Registration Complete"
      text="Your registration is pending approval by staff. You cannot sign in until it has been activated; we will send you an email."
    >
      <Text>We have also sent you a link. Please open it to confirm your email.</Text>
      <Button component={Link} to={step(paths.hello)} variant="default" h={48}>
        Back
      </Button>
    </SignInFrame>
  )
}
