import { LeaveModal } from '#app/ui/leave-modal.tsx'
import { summaryOf } from './staging.ts'
import type { Roster } from './use-roster.ts'

export function LeaveDialog({ roster: { leaveGuard, count, staging } }: { roster: Roster }) {
  return (
    <LeaveModal
      guard={leaveGuard}
      title={`${count} unsaved ${count === 1 ? 'change' : 'changes'}`}
      text={`${summaryOf(staging)}. Your changes will be lost if you leave this page now.`}
    />
  )
}
