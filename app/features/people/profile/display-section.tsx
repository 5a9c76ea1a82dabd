import { NativeSelect, SegmentedControl } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { PersonSettings } from '#server/engine/access/actor.ts'
import { DATE_FORMATS, THEMES, TIME_FORMATS } from '#server/people/self/contract.ts'
import classes from './profile.module.css'
import { SavedNote } from './saved-note.tsx'
import { useChoices } from './use-choices.ts'

const PATH = '/api/people/change_settings_self'

/** Each choice saves immediately. The theme applies before the server has answered. */
export function DisplaySection({ settings, now }: { settings: PersonSettings; now: string }) {
  const when = useDateFormats()
  const form = useCalls()
  const [shown, store] = useChoices(settings, (change) => form.call('PUT', PATH, { settings: change }))
  const chooseTheme = (choice: string) => {
    const theme = THEMES.find((known) => known === choice)
    if (!theme) return
    const dark = theme === 'Dark' || (theme === 'Auto' && window.matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
    return store({ theme })
  }
  const samples = (formats: readonly string[]) =>
    formats.map((format) => ({ value: format, label: when.format(now, format) }))
  return (
    <SectionCard id="display" title="Display" icon={IconPalette} action={<SavedNote shown={form.saved} />}>
      <div className={classes.body}>
        <FormError message={form.problem} />
        <div className={classes.pair}>
          <NativeSelect
            label="Date format"
            size="md"
            data={samples(DATE_FORMATS)}
            value={shown.dateFormat}
            onChange={(event) => store({ dateFormat: event.currentTarget.value })}
          />
          <NativeSelect
            label="Time format"
            size="md"
            data={samples(TIME_FORMATS)}
            value={shown.timeFormat}
            onChange={(event) => store({ timeFormat: event.currentTarget.value })}
          />
        </div>
        <div>
          <div className={classes.label} id="theme-label">
            Theme
          </div>
          <SegmentedControl
            aria-labelledby="theme-label"
            data={[...THEMES]}
            value={shown.theme}
            onChange={chooseTheme}
            size="md"
          />
        </div>
      </div>
    </SectionCard>
  )
}
