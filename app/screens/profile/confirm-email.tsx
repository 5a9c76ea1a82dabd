import { Alert, Button, Stack, Text } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { IconCheck } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { useSite, useViewer } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PageHead } from '../../ui/page-head.tsx'

type Props = { email: string | null; confirmed?: string; problem?: string }

/** The page behind the link in the mail to a new address: one button, since opening a link must change nothing. */
export function ConfirmEmail({ email, confirmed, problem }: Props) {
  const site = useSite()
  const viewer = useViewer()
  const busy = useNavigation().state !== 'idle'
  return (
    <Stack maw={560} gap="lg" className="wrap">
      <PageHead title="Confirm your email" />
      {confirmed ? (
        <>
          <Alert color="green" icon={<IconCheck size={20} aria-hidden />} role="status">
            From now on you sign in at {site.name} with {confirmed}.
          </Alert>
          <Button component={Link} to={viewer ? paths.profile : paths.hello} h={44} style={{ alignSelf: 'flex-start' }}>
            {viewer ? 'Go to your profile' : 'Sign in'}
          </Button>
        </>
      ) : email ? (
        <Form method="post">
          <Stack gap="lg">
            <FormError message={problem} />
            <Text>
              From now on you will sign in with <strong>{email}</strong>. All other devices are signed out.
            </Text>
            <Button type="submit" h={44} loading={busy} style={{ alignSelf: 'flex-start' }}>
              Confirm this email
            </Button>
          </Stack>
        </Form>
      ) : (
        <>
          <FormError message="This link has expired or was used already." />
          <Text>To change your email, ask for a new link in your profile.</Text>
        </>
      )}
    </Stack>
  )
}
