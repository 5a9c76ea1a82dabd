import { Link, useSearchParams } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconClock, IconMail, IconMessage, IconX } from '@tabler/icons-react'
import { choiceLabel } from '../../collections/choice-label.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
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
const kindLabel = (kind: string) =>
  KINDS[kind] ?? (kind.startsWith('bulk') ? 'Message to many' : choiceLabel(kind.replaceAll('.', ' ')))

const stateStyle = (state: string): { tone: Tone; icon: typeof IconCheck } =>
  state === 'sent' || state === 'delivered'
    ? { tone: 'green', icon: IconCheck }
    : state === 'queued' || state === 'sending'
      ? { tone: 'slate', icon: IconClock }
      : state === 'skipped' || state === 'cancelled'
        ? { tone: 'slate', icon: IconX }
        : { tone: 'red', icon: IconAlertTriangle }

const REASONS: Record<string, string> = {
  late: 'it was too late',
  no_address: 'there is no email address',
  no_phone: 'there is no phone number',
  unverified: 'the phone is not verified',
  opted_out: 'switched off in the settings',
  sms_off: 'SMS is off for the organisation',
  bounced: 'earlier emails bounced',
  stopped: 'the person opted out',
  unchanged: 'nothing had changed',
  moved: 'the shift was moved',
  reassigned: 'somebody else took the shift',
  removed: 'the shift was removed',
  unpublished: 'the shift was unpublished',
}
const reasonText = (reason: unknown) =>
  typeof reason === 'string' ? (REASONS[reason] ?? reason.replaceAll('_', ' ')) : null

const SUCCESSFUL = ['sent', 'delivered', 'opened', 'queued', 'sending']
const FILTERS: { key: string; label: string; matches: (delivery: ListRecord) => boolean }[] = [
  { key: '', label: 'All', matches: () => true },
  { key: 'email', label: 'Email', matches: ({ channel }) => channel === 'email' },
  { key: 'sms', label: 'SMS', matches: ({ channel }) => channel === 'sms' },
  { key: 'problems', label: 'Not sent', matches: ({ state }) => !SUCCESSFUL.includes(String(state)) },
]

/** The messages to the person, newest first, with their delivery state and the person's message settings. */
export function EmailsTab({ data }: { data: Data }) {
  const { deliveries, person } = data
  const [search] = useSearchParams()
  const shown = FILTERS.find(({ key }) => key === search.get('show')) ?? FILTERS[0]
  const rows = deliveries.rows.filter((delivery) => shown?.matches(delivery))
  return (
    <div className={classes.columns}>
      <section className={classes.stack} aria-label="Messages">
        <nav className={classes.choices} aria-label="Filter messages">
          {FILTERS.map(({ key, label, matches }) => (
            <Link
              key={key}
              to={key ? `?show=${key}` : '?'}
              aria-current={key === shown?.key ? 'page' : undefined}
              preventScrollReset
            >
              {label} <span className="num">{deliveries.rows.filter(matches).length}</span>
            </Link>
          ))}
        </nav>
        {rows.length === 0 ? (
          <EmptyState
            icon={IconMail}
            title={deliveries.rows.length ? 'No messages of this kind' : 'No messages yet'}
            text="Messages sent to this person, or held back, will appear here."
          />
        ) : (
          <ul className={classes.deliveries}>
            {rows.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} event={nameIn(deliveries, 'events', delivery.event)} />
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

function Delivery({ delivery, event }: { delivery: ListRecord; event: string }) {
  const { dateTime } = useDateFormats()
  const { tone, icon } = stateStyle(String(delivery.state))
  const Channel = delivery.channel === 'sms' ? IconMessage : IconMail
  const reason = reasonText(delivery.reason)
  return (
    <li>
      <Channel size={18} aria-label={delivery.channel === 'sms' ? 'SMS' : 'Email'} />
      <span>
        <b>{kindLabel(String(delivery.kind))}</b>
        {event && (
          <>
            {' '}
            <Link to={paths.eventShifts(Number(delivery.event))}>{event}</Link>
          </>
        )}
        <small className="num">
          {dateTime(String(delivery.sent_at ?? delivery.due_at))}
          {reason && `, not sent: ${reason}`}
        </small>
      </span>
      <Tag tone={tone} icon={icon} quiet>
        {choiceLabel(String(delivery.state))}
      </Tag>
    </li>
  )
}
