import { Switch } from '@mantine/core'
import { IconCalendarShare } from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { hiddenCalendars } from '#server/people/self/contract.ts'
import classes from './profile.module.css'
import { SavedNote } from './saved-note.tsx'
import { useChoices } from './use-choices.ts'

const hostName = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/** Renders nothing where the site has no external calendars. */
export function ExternalCalendarsSection({ hidden }: { hidden: string }) {
  const form = useCalls()
  const calendars = hiddenCalendars(useSite().allowed_external_calendars)
  const [{ hidden_external_calendars }, choose] = useChoices({ hidden_external_calendars: hidden }, (settings) =>
    form.call('PUT', '/api/people/change_settings_self', { settings }),
  )
  if (calendars.length === 0) return null
  const hiddenUrls = hiddenCalendars(hidden_external_calendars)
  const toggle = (url: string, on: boolean) =>
    choose({
      hidden_external_calendars: (on ? hiddenUrls.filter((other) => other !== url) : [...hiddenUrls, url]).join(','),
    })
  return (
    <SectionCard
      title="Other calendars"
      icon={IconCalendarShare}
      action={<SavedNote shown={form.saved} />}
      hint="Shown in grey among the club’s events."
    >
      <div className={classes.body}>
        <FormError message={form.problem} />
        {calendars.map((url) => (
          <Switch
            key={url}
            label={hostName(url)}
            description={url}
            checked={!hiddenUrls.includes(url)}
            onChange={(event) => toggle(url, event.currentTarget.checked)}
          />
        ))}
      </div>
    </SectionCard>
  )
}
