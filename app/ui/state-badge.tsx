import {
  IconCalendarOff,
  IconCheck,
  IconCircleCheck,
  IconClockHour4,
  IconCloudOff,
  IconHourglass,
  IconPlayerPlay,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './pieces.module.css'
import type { Icon, Tone } from './section-card.tsx'

const STATES = {
  on: ['green', IconCircleCheck, 'You’re on'],
  requested: ['amber', IconHourglass, 'Requested'],
  open: ['brand', IconUserPlus, 'Open'],
  unpublished: ['slate', IconCloudOff, 'Unpublished'],
  published: ['green', IconCheck, 'Published'],
  running: ['green', IconPlayerPlay, 'On shift'],
  missing: ['amber', IconClockHour4, 'End time missing'],
  cancelled: ['slate', IconCalendarOff, 'Cancelled'],
} as const satisfies Record<string, readonly [Tone, Icon, string]>

export type State = keyof typeof STATES

export function StateBadge({ state, children, quiet }: { state: State; children?: ReactNode; quiet?: boolean }) {
  const [tone, Glyph, word] = STATES[state]
  return (
    <span className={classes.badge} data-tone={tone} data-quiet={quiet || undefined}>
      <Glyph size={15} stroke={2.2} aria-hidden />
      <span>{children ?? word}</span>
    </span>
  )
}

export function Tag({
  tone,
  icon: Glyph,
  children,
  quiet,
}: {
  tone: Tone
  icon?: Icon | undefined
  children: ReactNode
  quiet?: boolean
}) {
  return (
    <span className={classes.badge} data-tone={tone} data-quiet={quiet || undefined}>
      {Glyph && <Glyph size={15} stroke={2.2} aria-hidden />}
      <span>{children}</span>
    </span>
  )
}
