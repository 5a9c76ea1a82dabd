import { Alert, Anchor, Button, Switch, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconBell } from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { emailStreams } from '#server/people/email-settings/contract.ts'
import { type MessageSwitches, silentWarning } from '#server/people/self/contract.ts'
import type { OwnPerson } from './info-screen.tsx'
import classes from './profile.module.css'
import { SavedNote } from './saved-note.tsx'
import { useChoices } from './use-choices.ts'

const RENEW_LINK_PATH = '/api/people/renew_email_link_self'

/** `reminders` are the offsets of the site's reminders. */
type Props = { user: OwnPerson; email_uid: string | null; reminders: string[] }

export function MessagesSection({ user, email_uid, reminders }: Props) {
  const site = useSite()
  const form = useCalls()
  const link = useCalls()
  const { email_notifications, email_reminders, email_newsletters, sms_notifications, cover_requests } = user
  const stored: MessageSwitches & { cover_requests: boolean } = {
    email_notifications,
    email_reminders,
    email_newsletters,
    sms_notifications,
    cover_requests,
  }
  const [shown, choose] = useChoices(stored, (change) => form.call('PUT', '/api/people/change_settings_self', change))
  const warning = silentWarning(shown, site)
  return (
    <SectionCard id="messages" title="Messages" icon={IconBell} action={<SavedNote shown={form.saved} />}>
      <div className={classes.body}>
        <FormError message={form.problem ?? link.problem} />
        {warning && (
          <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />} role="alert">
            {warning}
          </Alert>
        )}
        {emailStreams(reminders).map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={`${label} by email`}
            description={hint}
            checked={shown[name]}
            onChange={(event) => choose({ [name]: event.currentTarget.checked })}
          />
        ))}
        {site.sms_enabled && (
          <Switch
            label="Receive SMS shift notifications and reminders"
            description={
              user.phone && user.sms_verified ? `To ${user.phone}.` : 'Verify your phone under Information to get them.'
            }
            checked={shown.sms_notifications}
            onChange={(event) => choose({ sms_notifications: event.currentTarget.checked })}
          />
        )}
        <Switch
          label="I may be asked to cover for others"
          description="When someone can’t come and you could take their shift. You can always say no."
          checked={shown.cover_requests}
          onChange={(event) => choose({ cover_requests: event.currentTarget.checked })}
        />
        {email_uid && (
          <>
            <Text size="sm" c="dimmed">
              To change your emails without signing in, use{' '}
              <Anchor component={Link} to={paths.emailSettings(email_uid)} inherit underline="always">
                your email preferences page
              </Anchor>
              .
            </Text>
            <div className="row cluster">
              <Button variant="default" h={40} loading={link.busy} onClick={() => link.call('POST', RENEW_LINK_PATH)}>
                Create a new link
              </Button>
              <Text size="sm" c="dimmed" role="status">
                {link.saved ? 'The links in earlier emails will stop working.' : ''}
              </Text>
            </div>
          </>
        )}
      </div>
    </SectionCard>
  )
}
