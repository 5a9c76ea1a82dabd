import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '#app/shell/paths.ts'
import { PlainButtonLink } from '#app/ui/plain/plain-button.tsx'
import plain from '../../ui/plain/plain.module.css'
import classes from './calendar.module.css'

type Step = { to: string; label: string }
type Props = {
  title: string
  previous: Step
  today: string
  next: Step
  /** The other view of the same time, where it has one. */
  other?: Step
  admin: boolean
  children?: ReactNode
}

export function CalendarBar({ title, previous, today, next, other, admin, children }: Props) {
  const stepButton = (target: Step, icon: ReactNode) => (
    <PlainButtonLink to={target.to} variant="default" h={44} px={10} aria-label={target.label} prefetch="intent">
      {icon}
    </PlainButtonLink>
  )
  return (
    <div className={classes.bar}>
      <div className={classes.lead}>
        <h1 className={plain.title}>{title}</h1>
        <div className={classes.steps}>
          {stepButton(previous, <IconChevronLeft size={18} aria-hidden />)}
          {stepButton(next, <IconChevronRight size={18} aria-hidden />)}
          <PlainButtonLink to={today} variant="default" h={44} px={14}>
            Today
          </PlainButtonLink>
          {other && (
            <PlainButtonLink to={other.to} variant="default" h={44} px={14} className={classes.other}>
              {other.label}
            </PlainButtonLink>
          )}
        </div>
      </div>
      {(children || admin) && (
        <div className={classes.rest}>
          {children}
          {admin && (
            <PlainButtonLink to={paths.addEvent} h={44} leftSection={<IconPlus size={17} aria-hidden />}>
              Add event
            </PlainButtonLink>
          )}
        </div>
      )}
    </div>
  )
}
