import { Button, List, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { paths } from '#app/shell/paths.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { useStep } from './use-step.ts'

/** The text is true whether or not a link was sent, so that it does not reveal who has an account. */
export function RegistrationComplete() {
  const step = useStep()
  return (
    <SignInFrame
      title="Registration Complete"
      text="Your registration is pending approval by staff. You can’t sign in until it has been activated. We’ll email you when it has."
    >
      <Text>What happens next:</Text>
      <List type="ordered" spacing={4}>
        <List.Item>If you get an email with a link from us, please open the link to confirm your email.</List.Item>
        <List.Item>The club checks your registration and activates it.</List.Item>
        <List.Item>You get an email. Then you can sign in and sign up to shifts.</List.Item>
      </List>
      <Button component={Link} to={step(paths.hello)} variant="default" h={48}>
        Back
      </Button>
    </SignInFrame>
  )
}
