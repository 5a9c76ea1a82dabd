import { Button, TextInput } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconMailForward } from '@tabler/icons-react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { SiteCaps, SiteDetail } from '#server/operators/contract.ts'
import classes from './console.module.css'

export type UsualCaps = Record<'email' | 'sms', { person: number; day: number; month: number }>

const FIELDS: { name: keyof SiteCaps; label: string; usual: (caps: UsualCaps) => number }[] = [
  { name: 'mail_per_day', label: 'Emails a day', usual: ({ email }) => email.day },
  { name: 'mail_per_month', label: 'Emails a month', usual: ({ email }) => email.month },
  { name: 'sms_per_day', label: 'Texts a day', usual: ({ sms }) => sms.day },
  { name: 'sms_per_month', label: 'Texts a month', usual: ({ sms }) => sms.month },
]

const saved = (data: unknown) => typeof data === 'object' && data !== null && 'caps' in data

export function CapsForm({ site, usual }: { site: Pick<SiteDetail, 'slug' | 'caps'>; usual: UsualCaps }) {
  const fetcher = useFetcher<unknown>()
  return (
    <SectionCard
      title="Messages to many people"
      icon={IconMailForward}
      hint="Leave blank for the usual limit. Reminders and emails about accounts are never limited."
    >
      <fetcher.Form method="post" action={paths.consoleCaps(site.slug)} noValidate className={classes.form}>
        <div className={classes.wide} role="status">
          <FormError message={formError(fetcher.data)} />
          {fetcher.state === 'idle' && saved(fetcher.data) && 'Saved.'}
        </div>
        {FIELDS.map(({ name, label, usual: usually }) => (
          <TextInput
            key={name}
            name={name}
            label={label}
            size="md"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={site.caps[name] ?? ''}
            placeholder={`${usually(usual)}, the usual limit`}
            error={fieldError(fetcher.data, name)}
          />
        ))}
        <div className={classes.wide}>
          <Button type="submit" h={44} variant="default" loading={fetcher.state !== 'idle'}>
            Save the limits
          </Button>
        </div>
      </fetcher.Form>
    </SectionCard>
  )
}
