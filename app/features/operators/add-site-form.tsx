import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { CityInput } from './city-input.tsx'
import classes from './console.module.css'

export function AddSiteForm({
  domain,
  canSendTexts,
  answer,
}: {
  domain: string
  canSendTexts: boolean
  answer: unknown
}) {
  const busy = useNavigation().state !== 'idle'
  const field = (name: string, label: string, description?: string) => ({
    name,
    label,
    description,
    size: 'md' as const,
    error: fieldError(answer, name),
  })
  return (
    <>
      <PageHead title="New site" meta="The site goes live straight away." />
      <SectionCard title="The club" icon={IconBuildingCommunity}>
        <Form method="post" noValidate className={classes.form}>
          <div className={classes.wide}>
            <FormError message={formError(answer)} />
          </div>
          <TextInput {...field('name', 'Name', 'Shown to members.')} autoComplete="off" autoFocus />
          <TextInput
            {...field('slug', 'Address', `The part of the address before .${domain}.`)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextInput {...field('prefix', 'Short name', 'Used in SMS and page footers.')} autoComplete="off" />
          <CityInput error={fieldError(answer, 'city')} />
          <Group gap="xl" className={classes.wide}>
            <Checkbox
              name="sms_enabled"
              radius="sm"
              label="Send SMS"
              disabled={!canSendTexts}
              description={canSendTexts ? undefined : 'No SMS provider is set up.'}
            />
            <Checkbox name="feature_timesheets" radius="sm" label="Record hours" />
          </Group>
          <TextInput {...field('admin_name', 'First admin')} autoComplete="off" />
          <TextInput
            {...field('admin_email', 'Their email', 'They’ll get an invitation, which works for seven days.')}
            type="email"
            autoComplete="off"
          />
          <Group gap="xs" className={classes.wide}>
            <Button component={Link} to={paths.console} variant="default" h={44}>
              Cancel
            </Button>
            <Button type="submit" h={44} loading={busy}>
              Create the site
            </Button>
          </Group>
        </Form>
      </SectionCard>
    </>
  )
}
