import { useBeforeUnload } from '@remix-run/react'
import { useCallback } from 'react'
import { LeaveModal } from '../ui/leave-modal.tsx'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'

export function LeaveWarning({ dirty, allowed }: { dirty: boolean; allowed?: (pathname: string) => boolean }) {
  const guard = useLeaveGuard(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      `${currentLocation.pathname}${currentLocation.search}` !== `${nextLocation.pathname}${nextLocation.search}` &&
      !allowed?.(nextLocation.pathname),
  )
  useBeforeUnload(useCallback((event) => dirty && event.preventDefault(), [dirty]))
  return (
    <LeaveModal guard={guard} title="Unsaved changes" text="Your changes will be lost if you leave this page now." />
  )
}
