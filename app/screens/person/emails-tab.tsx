import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconClock, IconMail, IconMessage, IconX } from '@tabler/icons-react'
import { wordOf } from '../../collections/field-words.ts'
import { paths } from '../../paths.ts'
import { useWhen } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Tone } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/state-badge.tsx'
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

/** Every message to the person, newest first, and what became of it. */
export function EmailsTab({ data: { deliveries } }: { data: Data }) {
  const { dateTime } = useWhen()
  if (deliveries.rows.length === 0)
    return (
      <EmptyState
        icon={IconMail}
        title="No messages yet"
        text="What is sent to this person, or held back, will appear here."
      />
    )
  return (
    <section className={classes.stack} aria-label="Messages">
      <ul className={classes.deliveries}>
        {deliveries.rows.map((of) => {
          const { tone, icon } = toneOf(String(of.state))
          const Channel = of.channel === 'sms' ? IconMessage : IconMail
          const event = nameIn(deliveries, 'events', of.event)
          return (
            <li key={of.id}>
              <Channel size={18} aria-label={of.channel === 'sms' ? 'SMS' : 'Email'} />
              <span>
                <b>{kindOf(String(of.kind))}</b>
                {event && (
                  <>
                    {' '}
                    <Link to={paths.eventShifts(Number(of.event))}>{event}</Link>
                  </>
                )}
                <small className="num">{dateTime(String(of.sent_at ?? of.due_at))}</small>
              </span>
              <Tag tone={tone} icon={icon} quiet>
                {wordOf(String(of.state))}
                {typeof of.reason === 'string' && `: ${of.reason.replaceAll('_', ' ')}`}
              </Tag>
            </li>
          )
        })}
      </ul>
      {deliveries.count > deliveries.rows.length && (
        <p className={classes.none}>
          The latest {deliveries.rows.length} of {deliveries.count}.
        </p>
      )}
    </section>
  )
}
