import { Alert, Button, Stack, Switch } from '@mantine/core'
import { Form, useNavigation } from '@remix-run/react'
import { IconCheck } from '@tabler/icons-react'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { type EmailSettings, emailStreams } from '#server/people/email-settings/contract.ts'

type Props = {
  settings: EmailSettings
  /** Whether the person is asked to cover for others, which the link of such a request stops; null for other links. */
  cover: boolean | null
  reminders: string[]
  saved: boolean
  refusal: string | undefined
}

/** The page behind the preferences link in every email: its switches, no sign-in, no personal data. */
export function EmailSettingsForm({ settings, cover, reminders, saved, refusal }: Props) {
  const site = useSite()
  const busy = useNavigation().state !== 'idle'
  return (
    <Stack maw={560} gap="lg">
      <PageHead title="Email preferences" meta={`Which emails ${site.name} may send you.`} />
      {saved && (
        <Alert color="green" icon={<IconCheck size={20} aria-hidden />} role="status">
          Saved.
        </Alert>
      )}
      <FormError message={refusal} />
      {cover !== null && (
        <Form method="post">
          <Stack gap="xs">
            <p role="status" style={{ margin: 0 }}>
              {cover
                ? 'The club may ask you to cover other people’s shifts.'
                : 'You won’t be asked to cover other people’s shifts.'}
            </p>
            <Button
              type="submit"
              name="cover"
              value={cover ? 'off' : 'on'}
              variant={cover ? 'filled' : 'default'}
              h={44}
              loading={busy}
              style={{ alignSelf: 'flex-start' }}
            >
              {cover ? 'Stop being asked to cover' : 'Ask me to cover again'}
            </Button>
          </Stack>
        </Form>
      )}
      <Form method="post">
        <input type="hidden" name="settings" value="save" />
        <Stack gap="lg">
          {emailStreams(reminders).map(({ name, label, hint }) => (
            <Switch key={name} name={name} defaultChecked={settings[name]} label={label} description={hint} />
          ))}
          <Button type="submit" h={44} loading={busy} style={{ alignSelf: 'flex-start' }}>
            Save
          </Button>
        </Stack>
      </Form>
    </Stack>
  )
}
