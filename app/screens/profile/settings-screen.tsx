import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconDevices, IconLock, IconMail, IconMailOpened } from '@tabler/icons-react'
import type { AccountFacts } from '#server/people/self/account-facts.ts'
import { paths } from '../../shell/paths.ts'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { AccountSection } from './account-section.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { DisplaySection } from './display-section.tsx'
import { ExternalCalendarsSection } from './external-calendars-section.tsx'
import type { OwnPerson } from './info-screen.tsx'
import { MessagesSection } from './messages-section.tsx'
import classes from './profile.module.css'
import { ProfileTabs } from './tabs.tsx'

type Props = { user: OwnPerson; email_uid: string | null; reminders: string[]; facts: AccountFacts; now: string }

/** The reader's settings, one section per subject. */
export function SettingsScreen({ user, email_uid, reminders, facts, now }: Props) {
  return (
    <>
      <ProfileTabs />
      <div className={classes.stack}>
        <DisplaySection settings={user.settings} now={now} />
        <MessagesSection user={user} email_uid={email_uid} reminders={reminders} />
        <SectionCard title="Emails and texts" icon={IconMail}>
          <Row
            lead={<IconMailOpened size={22} stroke={1.6} aria-hidden />}
            title="Sent to you"
            meta="Every email and text from the club, and whether it arrived"
            end={
              <Button
                component={Link}
                to={paths.ownMessages}
                variant="default"
                h={40}
                aria-label="Open emails and texts sent to you"
              >
                Open
              </Button>
            }
          />
        </SectionCard>
        <ExternalCalendarsSection hidden={user.settings.hidden_external_calendars} />
        <div id="calendar">
          <CalendarFeed />
        </div>
        <SectionCard title="Sign-in and security" icon={IconLock}>
          <Row
            lead={<IconDevices size={22} stroke={1.6} aria-hidden />}
            title="Second step and devices"
            meta="How you sign in, where you are signed in now, and signing out everywhere"
            end={
              <Button
                component={Link}
                to={paths.security}
                variant="default"
                h={40}
                aria-label="Open sign-in and security"
              >
                Open
              </Button>
            }
          />
        </SectionCard>
        <AccountSection {...facts} />
      </div>
    </>
  )
}
