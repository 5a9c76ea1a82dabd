import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { Form, Link, useNavigation } from '@remix-run/react'
import { IconSpeakerphone } from '@tabler/icons-react'
import { fieldError, formError } from '#app/http/answer.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { MAX_NOTICE, type NoticeRow } from '#server/operators/contract.ts'
import classes from './console.module.css'
import { consolePaths } from './console-paths.ts'

/** A minute in UTC. */
const minute = (instant: string) => instant.slice(0, 16).replace('T', ' ')

export function NoticeForm({ notice, answer }: { notice: NoticeRow | null; answer: unknown }) {
  const busy = useNavigation().state !== 'idle'
  const field = (name: string, label: string) => ({
    name,
    label,
    size: 'md' as const,
    error: fieldError(answer, name),
  })
  const time = (name: string, label: string, instant: string | undefined, description?: string) => (
    <TextInput
      {...field(name, label)}
      placeholder="2026-12-06 06:00"
      maxLength={16}
      autoComplete="off"
      defaultValue={instant && minute(instant)}
      description={description}
    />
  )
  const later = notice && notice.shown_from !== notice.starts_at ? notice.shown_from : undefined
  return (
    <>
      <PageHead
        title={notice ? 'Change the notice' : 'New notice'}
        meta={
          notice ? 'Readers who hid it see it again.' : 'All clubs read it at the times that you set. No email is sent.'
        }
      />
      <SectionCard title="The notice" icon={IconSpeakerphone}>
        <Form method="post" noValidate className={classes.form}>
          <div className={classes.wide}>
            <FormError message={formError(answer)} />
          </div>
          <TextInput
            {...field('text', 'Text')}
            className={classes.wide}
            description="One line, without times: they follow it, in the time zone of each club."
            placeholder="Maintenance: pages answer slowly."
            maxLength={MAX_NOTICE}
            defaultValue={notice?.text}
            autoComplete="off"
            autoFocus
          />
          {time('starts_at', 'Starts (UTC)', notice?.starts_at, 'A day and a time, such as 2026-12-06 06:00.')}
          {time('ends_at', 'Ends (UTC)', notice?.ends_at, 'It disappears then.')}
          {time('shown_from', 'Show from (UTC)', later, 'Leave blank to show it from its start.')}
          <NativeSelect
            {...field('audience', 'For')}
            description="People who are not signed in never see it."
            defaultValue={notice?.audience}
            data={[
              { value: 'admins', label: 'Admins of all clubs' },
              { value: 'everyone', label: 'Everyone signed in' },
            ]}
          />
          <Group gap="xs" className={classes.wide}>
            <Button component={Link} to={consolePaths.notices} variant="default" h={44}>
              Cancel
            </Button>
            <Button type="submit" h={44} loading={busy}>
              Save the notice
            </Button>
          </Group>
        </Form>
      </SectionCard>
    </>
  )
}
