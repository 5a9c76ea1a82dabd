import type { SerializeFrom } from '@remix-run/node'
import { IconBell, IconUser } from '@tabler/icons-react'
import type { getCurrentUser } from '#server/accounts/queries.ts'
import { useSite } from '../../shell/use-root.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { CalendarFeed } from './calendar-feed.tsx'

type User = SerializeFrom<Awaited<ReturnType<typeof getCurrentUser>>>

const onOff = (on: boolean) => (on ? 'On' : 'Off')

/** What the club knows about the reader, and which messages they get. */
export function ProfileScreen({ user }: { user: User }) {
  const site = useSite()
  return (
    <>
      <PageHead title={user.name || user.email} meta={user.name ? user.email : undefined} />
      <div style={{ display: 'grid', gap: 20 }}>
        <SectionCard title="Information" icon={IconUser}>
          <Row title="Email" meta={user.email} />
          <Row
            title="Phone"
            meta={user.phone ? `${user.phone} (${user.sms_verified ? 'verified' : 'not verified'})` : 'None'}
          />
        </SectionCard>
        <SectionCard
          title="Messages"
          icon={IconBell}
          hint={`To change these, follow the link at the foot of any email from ${site.name}.`}
        >
          <Row title="Shift notices by email" meta={onOff(user.email_notifications)} />
          <Row title="Shift reminders by email" meta={onOff(user.email_reminders)} />
          <Row title="Newsletters by email" meta={onOff(user.email_newsletters)} />
          {site.sms_enabled && <Row title="Notices and reminders by SMS" meta={onOff(user.sms_notifications)} />}
        </SectionCard>
        <CalendarFeed />
      </div>
    </>
  )
}
