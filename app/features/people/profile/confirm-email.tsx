import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { IconCheck } from '@tabler/icons-react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useSite, useViewer } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { EmailConfirmation } from '#server/accounts/emails/confirm-email.ts'
import { PasswordField } from './password-field.tsx'

type PendingLink = { email: string; first: boolean; own: boolean }
type Props = { link: PendingLink | null; confirmed: EmailConfirmation | undefined; answer: unknown }

/** The page behind the link that confirms an address. Opening it changes nothing. */
export function ConfirmEmail({ link, confirmed, answer }: Props) {
  return (
    <Stack maw={560} gap="lg" className="wrap">
      <PageHead title="Confirm your email" />
      {confirmed ? <Done confirmed={confirmed} /> : link ? <ConfirmForm link={link} answer={answer} /> : <Expired />}
    </Stack>
  )
}

function Done({ confirmed: { email, what } }: { confirmed: EmailConfirmation }) {
  const site = useSite()
  const viewer = useViewer()
  const texts = {
    change: `From now on, sign in at ${site.name} with ${email}.`,
    first: `${email} is confirmed.`,
    joined: `${email} is confirmed. You already have an account with this email: sign in at ${site.name} with the password of that account.`,
  }
  return (
    <>
      <Alert color="green" icon={<IconCheck size={20} aria-hidden />} role="status">
        {texts[what]}
      </Alert>
      <Button component={Link} to={viewer ? paths.profile : paths.hello} h={44} style={{ alignSelf: 'flex-start' }}>
        {viewer ? 'Go to your profile' : 'Sign in'}
      </Button>
    </>
  )
}

/** Requires the password unless the person is signed in. */
function ConfirmForm({ link: { email, first, own }, answer }: { link: PendingLink; answer: unknown }) {
  const site = useSite()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" noValidate>
      <Stack gap="lg">
        <FormError message={formError(answer) ?? fieldError(answer, 'email')} />
        <Text>
          {first ? (
            <>
              Is <strong>{email}</strong> your address at {site.name}?
            </>
          ) : (
            <>
              From now on you’ll sign in with <strong>{email}</strong>. All other devices are signed out.
            </>
          )}
        </Text>
        {!own && (
          <>
            <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
            <PasswordField
              name="password"
              label={first ? 'The password you chose when you registered' : 'Password'}
              autoComplete="current-password"
              error={fieldError(answer, 'password')}
            />
          </>
        )}
        <Button type="submit" h={44} loading={busy} style={{ alignSelf: 'flex-start' }}>
          Confirm this email
        </Button>
        {!own && first && (
          <Text size="sm">
            Not the password you chose? Then someone else may have registered with your address: leave this page and let
            the club know. Once the club has approved you, you can{' '}
            <Anchor component={Link} to={paths.reset} inherit underline="always">
              choose a new password
            </Anchor>
            .
          </Text>
        )}
      </Stack>
    </Form>
  )
}

const Expired = () => (
  <>
    <FormError message="This link has expired or was already used." />
    <Text>Sign in and open your profile to ask for a new link.</Text>
  </>
)
