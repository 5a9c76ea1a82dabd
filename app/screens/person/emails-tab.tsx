import { Link, useSearchParams } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconClock, IconMail, IconMessage, IconX } from '@tabler/icons-react'
import { wordOf } from '../../collections/field-words.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { paths } from '../../shell/paths.ts'
import { useWhen } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Tone } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import { MessageSwitches } from './message-switches.tsx'
import classes from './person.module.css'
import { nameIn, type PersonData } from './person-data.ts'

type Data = Extract<PersonData, { tab: 'emails' }>

const KINDS: Record<string, string> = {
  'reminder.week': 'Reminder, one week before',
  'reminder.day': 'Reminder, one day before',
  'shift.assigned': 'New shift',
  'shift.changed': 'Changed shift',
  'shift.cancelled': 'Cancelled shift',
}
const kindOf = (kind: string) =>
  KINDS[kind] ?? (kind.startsWith('bulk') ? 'Message to many' : wordOf(kind.replaceAll('.', ' ')))

const toneOf = (state: string): { tone: Tone; icon: typeof IconCheck } =>
  state === 'sent' || state === 'delivered'
    ? { tone: 'green', icon: IconCheck }
    : state === 'queued' || state === 'sending'
      ? { tone: 'slate', icon: IconClock }
      : state === 'skipped' || state === 'cancelled'
        ? { tone: 'slate', icon: IconX }
        : { tone: 'red', icon: IconAlertTriangle }

const REASONS: Record<string, string> = {
  late: 'it was too late for it',
  no_address: 'there is no email address',
  no_phone: 'there is no phone number',
  unverified: 'the phone is not verified',
  opted_out: 'switched off in the settings',
  sms_off: 'SMS is off for the organisation',
  bounced: 'earlier ones came back',
  stopped: 'the person asked for no more',
  unchanged: 'nothing had changed',
  moved: 'the shift was moved',
  reassigned: 'somebody else took the shift',
  removed: 'the shift was removed',
  unpublished: 'the shift was unpublished',
}
const reasonOf = (reason: unknown) =>
  typeof reason === 'string' ? (REASONS[reason] ?? reason.replaceAll('_', ' ')) : null

const FINE = ['sent', 'delivered', 'opened', 'queued', 'sending']
const SHOWN: { key: string; label: string; has: (of: ListRecord) => boolean }[] = [
  { key: '', label: 'All', has: () => true },
  { key: 'email', label: 'Email', has: ({ channel }) => channel === 'email' },
  { key: 'sms', label: 'SMS', has: ({ channel }) => channel === 'sms' },
  { key: 'problems', label: 'Not sent', has: ({ state }) => !FINE.includes(String(state)) },
]

/** Every message to the person, newest first, what became of it, and which ones the person gets. */
export function EmailsTab({ data }: { data: Data }) {
  const { deliveries, person } = data
  const [search] = useSearchParams()
  const shown = SHOWN.find(({ key }) => key === search.get('show')) ?? SHOWN[0]
  const rows = deliveries.rows.filter((of) => shown?.has(of))
  return (
    <div className={classes.columns}>
      <section className={classes.stack} aria-label="Messages">
        <nav className={classes.choices} aria-label="Which messages">
          {SHOWN.map(({ key, label, has }) => (
            <Link
              key={key}
              to={key ? `?show=${key}` : '?'}
              aria-current={key === shown?.key ? 'page' : undefined}
              preventScrollReset
            >
              {label} <span className="num">{deliveries.rows.filter(has).length}</span>
            </Link>
          ))}
        </nav>
        {rows.length === 0 ? (
          <EmptyState
            icon={IconMail}
            title={deliveries.rows.length ? 'None of these' : 'No messages yet'}
            text="What is sent to this person, or held back, will appear here."
          />
        ) : (
          <ul className={classes.deliveries}>
            {rows.map((of) => (
              <Delivery key={of.id} of={of} event={nameIn(deliveries, 'events', of.event)} />
            ))}
          </ul>
        )}
        {deliveries.count > deliveries.rows.length && (
          <p className={classes.none}>
            The latest {deliveries.rows.length} of {deliveries.count}.
          </p>
        )}
      </section>
      <aside className={classes.side} aria-label="Settings">
        <MessageSwitches person={person} />
      </aside>
    </div>
  )
}

function Delivery({ of, event }: { of: ListRecord; event: string }) {
  const { dateTime } = useWhen()
  const { tone, icon } = toneOf(String(of.state))
  const Channel = of.channel === 'sms' ? IconMessage : IconMail
  const reason = reasonOf(of.reason)
  return (
    <li>
      <Channel size={18} aria-label={of.channel === 'sms' ? 'SMS' : 'Email'} />
      <span>
        <b>{kindOf(String(of.kind))}</b>
        {event && (
          <>
            {' '}
            <Link to={paths.eventShifts(Number(of.event))}>{event}</Link>
          </>
        )}
        <small className="num">
          {dateTime(String(of.sent_at ?? of.due_at))}
          {reason && `, not sent: ${reason}`}
        </small>
      </span>
      <Tag tone={tone} icon={icon} quiet>
        {wordOf(String(of.state))}
      </Tag>
    </li>
  )
}
