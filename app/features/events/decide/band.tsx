import type { ReactNode } from 'react'
import classes from './decide.module.css'

/** What being called off means. */
export const OFF = 'This event does not take place. No reminders are sent, and no one can sign up.'

type Props = { tone?: 'red' | 'slate'; label: string; end?: ReactNode; children: ReactNode }

/** A coloured band above an event. */
export const Band = ({ tone, label, end, children }: Props) => (
  <section className={classes.band} data-tone={tone} aria-label={label}>
    <div>{children}</div>
    {end}
  </section>
)
