import { IconClockExclamation, IconClockPause, IconPlayerPlay, IconUserQuestion } from '@tabler/icons-react'
import { hoursText } from '#app/ui/duration-text.ts'
import { StateBadge, Tag } from '#app/ui/state-badge.tsx'
import type { SheetShift } from '#server/timesheets/contract.ts'

export function SheetState({ shift }: { shift: SheetShift }) {
  switch (shift.state) {
    case 'ended':
      return (
        <>
          {shift.far_longer && (
            <>
              <Tag tone="amber" icon={IconClockExclamation}>
                Much longer
              </Tag>{' '}
            </>
          )}
          <span className="num">{hoursText(shift.hours ?? 0)}</span>
        </>
      )
    case 'forgotten':
      return (
        <Tag tone="amber" icon={IconClockPause}>
          Not signed out
        </Tag>
      )
    case 'running':
      return (
        <Tag tone="green" icon={IconPlayerPlay} quiet>
          On shift
        </Tag>
      )
    case 'called_off':
      return (
        <StateBadge state="cancelled" quiet>
          Called off
        </StateBadge>
      )
    case 'missing':
      return (
        <Tag tone="amber" icon={IconUserQuestion} quiet>
          Did not sign in
        </Tag>
      )
    default:
      return null
  }
}
