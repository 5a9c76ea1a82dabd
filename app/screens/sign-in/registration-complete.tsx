import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { paths } from '../../paths.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** The end of registering: what happens now, and what does not work yet (specification §2.3). */
export const RegistrationComplete = () => (
  <SignInFrame
    title="Registration Complete"
    text="Your registration is pending approval by staff. You cannot log in until it has been activated; we will send you an email."
  >
    <Button component={Link} to={paths.hello} variant="default" h={48}>
      Back
    </Button>
  </SignInFrame>
)
