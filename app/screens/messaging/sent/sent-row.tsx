import { Link } from '@remix-run/react'
import { IconMail, IconMessage } from '@tabler/icons-react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { byText, messageName } from '../message-text.ts'
import { MessageStatus } from './message-status.tsx'
import classes from './sent.module.css'
import { outcomeText } from './sent-text.ts'

/** A message of the history: what, when, by whom, and how many got it. */
export function SentRow({ line }: { line: MessageLine }) {
  const when = useDateFormats()
  const Channel = line.kind === 'sms' ? IconMessage : IconMail
  const at = line.started_at ?? line.cancelled_at
  return (
    <li>
      <Channel size={20} stroke={1.8} aria-label={line.kind === 'sms' ? 'SMS' : 'Email'} role="img" />
      <div className={classes.text}>
        <Link to={paths.sentMessage(line.id)}>{messageName(line)}</Link>
        <p className="num">{[at && when.dateTime(at), byText(line)].filter(Boolean).join(' ')}</p>
        <p className="num">{outcomeText(line)}</p>
      </div>
      <MessageStatus status={line.status} paused_at={line.paused_at} />
    </li>
  )
}
