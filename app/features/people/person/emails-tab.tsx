import { Link } from '@remix-run/react'
import { IconMail } from '@tabler/icons-react'
import { DeliveryLine } from '#app/features/deliveries/delivery-line.tsx'
import { DeliveryMonths } from '#app/features/deliveries/delivery-months.tsx'
import { ResendButton } from '#app/features/deliveries/resend-button.tsx'
import { paths } from '#app/shell/paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type HistoryLine, PERSON_PAGE, SHOWN, type Shown } from '#server/messages/history/contract.ts'
import { MessageSwitches } from './message-switches.tsx'
import classes from './person.module.css'
import type { PersonData } from './person-data.ts'

type Data = Extract<PersonData, { tab: 'emails' }>

const LABELS: Record<Shown, string> = { all: 'All', email: 'Email', sms: 'SMS', problems: 'Problems' }

const addressOf = (shown: Shown, offset = 0) => {
  const query = new URLSearchParams({
    ...(shown !== 'all' && { show: shown }),
    ...(offset > 0 && { offset: String(offset) }),
  })
  return `?${query}`
}

export function EmailsTab({ data: { messages, person } }: { data: Data }) {
  const { shown, counts, offset, lines, planned } = messages
  const all = [...planned, ...lines]
  return (
    <div className={classes.columns}>
      <section className={classes.stack} aria-label="Messages">
        <div className={`row cluster between ${classes.bar}`}>
          <nav className={`cluster ${classes.choices}`} aria-label="Filter messages">
            {SHOWN.map((one) => (
              <Link key={one} to={addressOf(one)} aria-current={one === shown ? 'page' : undefined} preventScrollReset>
                {LABELS[one]} <span className="num">{counts[one]}</span>
              </Link>
            ))}
          </nav>
          <p className={classes.none}>Every message, sent or not, and why</p>
        </div>
        {all.length === 0 ? (
          <EmptyState
            icon={IconMail}
            title={counts.all ? 'No messages of this kind' : 'No messages yet'}
            text="Messages sent to this person, or held back, will appear here."
          />
        ) : (
          <div>
            <DeliveryMonths lines={all}>{(line) => <Line key={line.key} line={line} />}</DeliveryMonths>
          </div>
        )}
        {counts[shown] > PERSON_PAGE && (
          <Pages shown={shown} offset={offset} count={counts[shown]} here={lines.length} />
        )}
      </section>
      <aside className={classes.side} aria-label="Settings">
        <MessageSwitches person={person} />
      </aside>
    </div>
  )
}

const Line = ({ line }: { line: HistoryLine }) => (
  <DeliveryLine
    line={line}
    to={line.message === null ? undefined : paths.sentMessage(line.message)}
    action={line.can_resend && line.delivery !== null && <ResendButton delivery={line.delivery} what={line.title} />}
  />
)

function Pages({ shown, offset, count, here }: { shown: Shown; offset: number; count: number; here: number }) {
  return (
    <nav className={`row cluster between ${classes.bar}`} aria-label="Pages">
      <span className="num">
        {offset + 1}–{offset + here} of {count}
      </span>
      <span className={`cluster ${classes.choices}`}>
        {offset > 0 && <Link to={addressOf(shown, offset - PERSON_PAGE)}>Newer</Link>}
        {offset + here < count && <Link to={addressOf(shown, offset + PERSON_PAGE)}>Older</Link>}
      </span>
    </nav>
  )
}
