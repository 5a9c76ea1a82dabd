import { useState } from 'react'
import { choiceLabel } from '#app/collections/choice-label.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Email } from '#app/ui/email.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { ClubFields } from './club-fields.tsx'
import { type Editing, ValueRow } from './edited-section.tsx'
import { EndangeredBanner } from './endangered-banner.tsx'
import { Availability, NextShifts, Papers, Trail } from './info-aside.tsx'
import { MessageSwitches } from './message-switches.tsx'
import classes from './person.module.css'
import type { PersonData } from './person-data.ts'
import { PersonSection } from './person-section.tsx'
import { PhotoEditor } from './photo-editor.tsx'

type Data = Extract<PersonData, { tab: 'info' }>

type Section = 'contact' | 'membership' | 'fields' | 'notes'

export function InfoTab({ data }: { data: Data }) {
  const { person, fields } = data
  const [open, setOpen] = useState<Section | null>(null)
  const editing = (section: Section): Editing => ({
    isOpen: open === section,
    isBlocked: open !== null && open !== section,
    open: () => setOpen(section),
    close: () => setOpen((now) => (now === section ? null : now)),
  })
  return (
    <>
      <EndangeredBanner person={person} papers={data.endangered} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <PersonSection
            data={data}
            title="Contact"
            keys={['name', 'phone']}
            editing={editing('contact')}
            rows={<ContactRows data={data} />}
            fixed={<SignInEmail data={data} />}
          />
          <PersonSection
            data={data}
            title="Membership"
            keys={['role', 'joined', 'tags']}
            editing={editing('membership')}
            rows={<MembershipRows data={data} />}
          />
          {fields.rows.length > 0 && <ClubFields data={data} editing={editing('fields')} />}
          <PersonSection
            data={data}
            title="Notes"
            keys={['notes']}
            editing={editing('notes')}
            rows={
              <p className={classes.notes} data-empty={!person.notes || undefined}>
                {String(person.notes || 'Notes about this person, for admins only.')}
              </p>
            }
          />
          <Trail data={data} />
        </div>
        <aside className={classes.side} aria-label={`More about ${person.name || person.email}`}>
          <NextShifts data={data} />
          <Papers data={data} />
          <Availability data={data} />
          <MessageSwitches person={person} />
          <PhotoEditor person={person} />
        </aside>
      </div>
    </>
  )
}

/** The email of the shared account, which only its owner can change. */
const SignInEmail = ({ data: { person, pendingEmail, confirmed } }: { data: Data }) => (
  <dl className={classes.facts}>
    <ValueRow
      label="Email"
      note={
        person.email_blocked && !confirmed
          ? 'No one has confirmed this address.'
          : `The account may be shared with other organisations: only ${person.name || 'its owner'} can change its email, password and second step.`
      }
    >
      <Email address={String(person.email)} />
      {pendingEmail && <div className="wrap">Waiting for confirmation of {pendingEmail}</div>}
    </ValueRow>
  </dl>
)

function ContactRows({ data }: { data: Data }) {
  const { person } = data
  const { dateTime } = useDateFormats()
  return (
    <>
      <dl className={classes.facts}>
        <ValueRow label="Name">{String(person.name)}</ValueRow>
        <ValueRow label="Phone">
          {typeof person.phone === 'string' && (
            <>
              <PhoneText number={person.phone} />, {person.sms_verified === true ? 'verified' : 'not verified'}
            </>
          )}
        </ValueRow>
      </dl>
      <SignInEmail data={data} />
      <dl className={classes.facts}>
        <ValueRow label="Last signed in">
          <span className="num">{typeof person.last_login === 'string' ? dateTime(person.last_login) : 'Never'}</span>
        </ValueRow>
      </dl>
    </>
  )
}

function MembershipRows({ data: { person } }: { data: Data }) {
  const { day } = useDateFormats()
  return (
    <dl className={classes.facts}>
      <ValueRow label="Access role">{choiceLabel(String(person.role))}</ValueRow>
      <ValueRow label="Joined">
        {typeof person.joined === 'string' && <span className="num">{day(person.joined)}</span>}
      </ValueRow>
      <ValueRow label="Tags">{Array.isArray(person.tags) ? person.tags.join(', ') : ''}</ValueRow>
    </dl>
  )
}
