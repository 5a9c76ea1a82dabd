import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconMail, IconMoonStars, IconPhone, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite, useViewer } from '#app/shell/use-root.ts'
import { Email } from '#app/ui/email.tsx'
import { PageTabs } from '#app/ui/page-tabs.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { Invitation } from '#server/accounts/invitations/rules.ts'
import type { PersonFacts } from '#server/people/page/contract.ts'
import { BlockBanner } from './block-banner.tsx'
import { BlockMarks } from './block-marks.tsx'
import classes from './person.module.css'
import { PersonActions } from './person-actions.tsx'
import type { PersonTab, WaitingPerson } from './person-data.ts'

const TABS: { tab: PersonTab; label: string; to: (id: number) => string }[] = [
  { tab: 'info', label: 'Information', to: paths.person },
  { tab: 'shifts', label: 'Shifts', to: paths.personShifts },
  { tab: 'records', label: 'Records', to: paths.personRecords },
  { tab: 'emails', label: 'Emails', to: paths.personEmails },
]

type FrameProps = {
  person: ListRecord
  facts: PersonFacts
  invitation: Invitation
  registration: WaitingPerson | null
  confirmed: boolean
  tab: PersonTab
  children: ReactNode
}

export function PersonFrame({ person, facts, invitation, registration, confirmed, tab, children }: FrameProps) {
  const site = useSite()
  const viewer = useViewer()
  const { day } = useDateFormats()
  const name = String(person.name || person.email)
  const expiring = facts.held.filter(({ state }) => state !== 'held')
  const notes: Partial<Record<PersonTab, ReactNode>> = {
    shifts: facts.upcoming > 0 && <span className="num">{facts.upcoming} ahead</span>,
    records: expiring.length > 0 && (
      <Tag tone="amber" icon={IconAlertTriangle}>
        <span className="num">{expiring.length}</span>
      </Tag>
    ),
  }
  return (
    <div className={classes.page}>
      <nav aria-label="Breadcrumb" className={classes.crumb}>
        <Link to={paths.people}>People</Link>
      </nav>
      <header className={`row cluster ${classes.head}`}>
        <Avatar
          name={name}
          size={64}
          src={typeof person.avatar === 'string' ? paths.media(site.mediaRoot, person.avatar) : null}
        />
        <div className={classes.who}>
          <h1>{name}</h1>
          <p>
            <StatusTag person={person} />
            <BlockMarks person={person} />
            {person.role === 'admin' && <span>Admin</span>}
            {Array.isArray(person.tags) && person.tags.length > 0 && (
              <span className="wrap">{person.tags.join(', ')}</span>
            )}
            {typeof person.joined === 'string' && <span>Since {day(person.joined, 'MMMM YYYY')}</span>}
          </p>
          <p>
            <a href={`mailto:${person.email}`}>
              <IconMail size={16} aria-hidden />
              <Email address={String(person.email)} />
            </a>
            {typeof person.phone === 'string' && (
              <a href={`tel:${person.phone}`}>
                <IconPhone size={16} aria-hidden /> <PhoneText number={person.phone} />
              </a>
            )}
          </p>
        </div>
        <PersonActions
          person={person}
          name={name}
          self={viewer?.id === person.id}
          invitation={invitation}
          registration={registration}
        />
      </header>
      <BlockBanner person={person} confirmed={confirmed} />
      <PageTabs
        label={`About ${name}`}
        tabs={TABS.map(({ tab: key, label, to }) => ({
          to: to(person.id),
          label,
          isCurrent: key === tab,
          note: notes[key],
        }))}
        preventScrollReset
      />
      {children}
    </div>
  )
}

function StatusTag({ person }: { person: ListRecord }) {
  if (person.role === 'new')
    return (
      <Tag tone="amber" icon={IconUserPlus} quiet>
        Waiting for approval
      </Tag>
    )
  return person.is_active === true ? (
    <Tag tone="green" icon={IconCheck} quiet>
      Active
    </Tag>
  ) : (
    <Tag tone="slate" icon={IconMoonStars} quiet>
      Inactive
    </Tag>
  )
}
