import { NativeSelect, Select, Switch, TextInput } from '@mantine/core'
import { useCountryOptions } from '#app/ui/use-country-options.ts'
import type { Organisation } from '#server/organisation/contract.ts'
import classes from './organisation.module.css'
import { SectionForm } from './section-form.tsx'

type Props = { stored: Organisation }

export const GeneralSection = ({ stored }: Props) => (
  <SectionForm
    id="general"
    title="General"
    hint="Members see this in the app, in messages and on printed rosters."
    stored={stored}
    fields={['name', 'prefix', 'url', 'contact_name', 'contact_email']}
  >
    {({ values, set, error }) => (
      <>
        <TextInput
          label="Name"
          required
          value={values.name}
          error={error('name')}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <TextInput
          label="Short name"
          description="Shown at the start of every SMS and in the footer."
          maw={220}
          value={values.prefix}
          error={error('prefix')}
          onChange={(event) => set('prefix', event.currentTarget.value)}
        />
        <TextInput
          label="Website"
          type="url"
          value={values.url}
          error={error('url')}
          onChange={(event) => set('url', event.currentTarget.value)}
        />
        <div className={classes.pair}>
          <TextInput
            label="Contact person"
            value={values.contact_name}
            error={error('contact_name')}
            onChange={(event) => set('contact_name', event.currentTarget.value)}
          />
          <TextInput
            label="Contact email"
            type="email"
            description="Replies to messages go here."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={values.contact_email}
            error={error('contact_email')}
            onChange={(event) => set('contact_email', event.currentTarget.value)}
          />
        </div>
      </>
    )}
  </SectionForm>
)

/** Locales differ only in formatting of numbers and names; all texts are English. */
const LOCALES = [
  ['en-GB', 'English (United Kingdom)'],
  ['en-IE', 'English (Ireland)'],
  ['en-AU', 'English (Australia)'],
  ['en-NZ', 'English (New Zealand)'],
] as const

export const TimeSection = ({ stored, zones }: Props & { zones: readonly string[] }) => {
  const countries = useCountryOptions(stored.default_country_code)
  const locales = LOCALES.map(([value, label]) => ({ value, label }))
  if (!LOCALES.some(([value]) => value === stored.locale))
    locales.push({ value: stored.locale, label: stored.locale } as never)
  return (
    <SectionForm
      id="time"
      title="Time and language"
      hint="Times are shown and reminders sent in the club’s time zone, wherever people are."
      stored={stored}
      fields={['timezone', 'locale', 'default_country_code']}
    >
      {({ values, set, error }) => (
        <>
          <Select
            label="Time zone"
            data={zones.includes(values.timezone) ? [...zones] : [values.timezone, ...zones]}
            searchable
            allowDeselect={false}
            limit={50}
            nothingFoundMessage="No results."
            value={values.timezone}
            error={error('timezone')}
            onChange={(zone) => zone && set('timezone', zone)}
          />
          <div className={classes.pair}>
            <NativeSelect
              label="Language"
              data={locales}
              value={values.locale}
              error={error('locale')}
              onChange={(event) => set('locale', event.currentTarget.value)}
            />
            <NativeSelect
              label="Country of phone numbers"
              description="For phone numbers in imported files that have no country code."
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              data={countries}
              value={values.default_country_code}
              error={error('default_country_code')}
              onChange={(event) => set('default_country_code', event.currentTarget.value)}
            />
          </div>
        </>
      )}
    </SectionForm>
  )
}

export const FeaturesSection = ({ stored }: Props) => (
  <SectionForm
    id="features"
    title="Features"
    hint="What members can do here."
    stored={stored}
    fields={['self_assign', 'feature_timesheets', 'hide_account_existence']}
  >
    {({ values, set }) => (
      <>
        <Switch
          label="Members can take open shifts themselves"
          description="When off, members ask for shifts and you assign them."
          checked={values.self_assign}
          onChange={(event) => set('self_assign', event.currentTarget.checked)}
        />
        <Switch
          label="Timesheets"
          description="Members record when their shifts started and ended."
          checked={values.feature_timesheets}
          onChange={(event) => set('feature_timesheets', event.currentTarget.checked)}
        />
        <Switch
          label="Hide whether an email is registered"
          description="Signing in won’t show whether an email has an account."
          checked={values.hide_account_existence}
          onChange={(event) => set('hide_account_existence', event.currentTarget.checked)}
        />
      </>
    )}
  </SectionForm>
)
