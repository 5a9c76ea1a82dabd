import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import classes from './reasons.module.css'

export function Reasons({ one }: { one: Pick<Suggestion, 'for' | 'against' | 'month_count'> }) {
  return (
    <span className={`cluster muted ${classes.reasons}`}>
      {one.against.map(({ code, words }) => (
        <span key={code} data-tone={code === 'if_required' || code === 'busy_month' ? 'amber' : 'red'}>
          <IconAlertTriangle size={13} aria-hidden />
          {words}
        </span>
      ))}
      {one.for.map(({ code, words }) => (
        <span key={code} data-tone="green">
          <IconCheck size={13} stroke={2.2} aria-hidden />
          {words}
        </span>
      ))}
      {one.month_count > 0 && !one.against.some(({ code }) => code === 'busy_month') && (
        <span>{one.month_count === 1 ? '1 shift' : `${one.month_count} shifts`} this month</span>
      )}
    </span>
  )
}
