import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { type Icon, IconDevices, IconLock, IconMail, IconMailOpened } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { AccountFacts } from '#server/people/self/account-facts.ts'
import { AccountSection } from './account-section.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { DisplaySection } from './display-section.tsx'
import { ExternalCalendarsSection } from './external-calendars-section.tsx'
import type { OwnPerson } from './info-screen.tsx'
import { MessagesSection } from './messages-section.tsx'
import classes from './profile.module.css'
import { ProfileTabs } from './tabs.tsx'

type Props = { user: OwnPerson; email_uid: string | null; reminders: string[]; facts: AccountFacts; now: string }

export function SettingsScreen({ user, email_uid, reminders, facts, now }: Props) {
  return (
    <>
      <ProfileTabs />
      <div className={classes.stack}>
        <DisplaySection settings={user.settings} now={now} />
        <MessagesSection user={user} email_uid={email_uid} reminders={reminders} />
        <Elsewhere
          section="Emails and texts"
          icon={IconMail}
          rowIcon={IconMailOpened}
          title="Sent to you"
          meta="Every email and text from the club, and whether it arrived"
          to={paths.ownMessages}
          label="Open emails and texts sent to you"
        />
        <ExternalCalendarsSection hidden={user.settings.hidden_external_calendars} />
        <div id="calendar">
          <CalendarFeed />
        </div>
        <Elsewhere
          section="Sign-in and security"
          icon={IconLock}
          rowIcon={IconDevices}
          title="Second step and devices"
          meta="How you sign in, where you are signed in now, and signing out everywhere"
          to={paths.security}
          label="Open sign-in and security"
        />
        <AccountSection {...facts} />
      </div>
    </>
  )
}

type ElsewhereProps = Record<'section' | 'title' | 'meta' | 'to' | 'label', string> & Record<'icon' | 'rowIcon', Icon>

/** A section whose one row links to a separate page. */
const Elsewhere = ({ section, icon, rowIcon: RowIcon, title, meta, to, label }: ElsewhereProps) => (
  <SectionCard title={section} icon={icon}>
    <Row
      lead={<RowIcon size={22} stroke={1.6} aria-hidden />}
      title={title}
      meta={meta}
      end={
        <Button component={Link} to={to} variant="default" h={40} aria-label={label}>
          Open
        </Button>
      }
    />
  </SectionCard>
)
