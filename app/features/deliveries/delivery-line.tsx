import { Link } from '@remix-run/react'
import { IconMail, IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { CandidateState } from '#server/deliveries/explain/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './deliveries.module.css'
import { DeliveryTag } from './delivery-tag.tsx'

type Props = {
  line: {
    title: string
    channel: 'email' | 'sms'
    state: CandidateState
    at: string
    event: { id: number; name: string } | null
    assignment: string | null
    start: string | null
    words: string
  }
  to?: string | undefined
  action?: ReactNode
}

export function DeliveryLine({ line, to, action }: Props) {
  const when = useDateFormats()
  const { title, channel, state, at, event, assignment, start, words } = line
  const Channel = channel === 'sms' ? IconMessage : IconMail
  return (
    <li>
      <time className="num" dateTime={at}>
        {when.shortTime(at)}
      </time>
      <div className={`wrap ${classes.what}`}>
        <h3>
          <Channel size={17} role="img" aria-label={channel === 'sms' ? 'SMS' : 'Email'} />
          {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
        </h3>
        {event && (
          <p className="num">
            <Link to={paths.event(event.id)}>{eventName(event.name)}</Link>
            {[assignment, start && when.shortTime(start)].filter(Boolean).map((part) => `, ${part}`)}
          </p>
        )}
        <p>{words}</p>
      </div>
      <div className={classes.state}>
        <DeliveryTag state={state} />
        {action}
      </div>
    </li>
  )
}
