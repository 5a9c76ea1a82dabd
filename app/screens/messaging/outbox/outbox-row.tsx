import { Link } from '@remix-run/react'
import { IconMail, IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import shared from '../message-rows.module.css'
import { messageName } from '../message-text.ts'
import classes from './outbox.module.css'

type Props = { line: MessageLine; to: string; meta: ReactNode; children?: ReactNode; actions: ReactNode }

/** A message in the outbox: its name, what is to be known of it, and what can be done. */
export function OutboxRow({ line, to, meta, children, actions }: Props) {
  const Channel = line.kind === 'sms' ? IconMessage : IconMail
  return (
    <li>
      <Channel size={20} stroke={1.8} aria-label={line.kind === 'sms' ? 'SMS' : 'Email'} role="img" />
      <div className={shared.text}>
        <Link to={to}>{messageName(line)}</Link>
        <p className="num">{meta}</p>
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </li>
  )
}
