import { Switch } from '@mantine/core'
import { IconCalendarShare } from '@tabler/icons-react'
import { hiddenCalendars } from '#server/people/self/contract.ts'
import { useSite } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './profile.module.css'
import { SavedNote } from './saved-note.tsx'
import { useChoices } from './use-choices.ts'
import { useOwnForm } from './use-own-form.ts'

const nameOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/** Which of the site's external calendars the reader sees beside its own; nothing where it has none. */
export function ExternalCalendarsSection({ hidden }: { hidden: string }) {
  const form = useOwnForm()
  const calendars = hiddenCalendars(useSite().allowed_external_calendars)
  const [{ hidden_external_calendars }, choose] = useChoices({ hidden_external_calendars: hidden }, (settings) =>
    form.submit('PUT', '/api/people/change_settings_self', { settings }),
  )
  if (calendars.length === 0) return null
  const off = hiddenCalendars(hidden_external_calendars)
  const show = (url: string, on: boolean) =>
    choose({ hidden_external_calendars: (on ? off.filter((one) => one !== url) : [...off, url]).join(',') })
  return (
    <SectionCard
      title="Other calendars"
      icon={IconCalendarShare}
      action={<SavedNote shown={form.saved} />}
      hint="Shown in grey among the events of the club."
    >
      <div className={classes.body}>
        <FormError message={form.message} />
        {calendars.map((url) => (
          <Switch
            key={url}
            label={nameOf(url)}
            description={url}
            checked={!off.includes(url)}
            onChange={(event) => show(url, event.currentTarget.checked)}
          />
        ))}
      </div>
    </SectionCard>
  )
}
