import type { ReactNode } from 'react'
import classes from './decide.module.css'

export const OFF = 'This event is cancelled. No reminders are sent, and no one can sign up.'

type Props = { tone?: 'red' | 'slate'; label: string; end?: ReactNode; children: ReactNode }

export const Band = ({ tone, label, end, children }: Props) => (
  <section className={`row cluster ${classes.band}`} data-tone={tone} aria-label={label}>
    <div>{children}</div>
    {end}
  </section>
)
