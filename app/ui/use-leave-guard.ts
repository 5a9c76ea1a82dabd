import { type useBlocker as Blocker, useBlocker, useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

type ShouldHold = Extract<Parameters<typeof Blocker>[0], (...args: never[]) => boolean>
type Target = Parameters<ShouldHold>[0]['nextLocation']

export type LeaveGuard = { asking: boolean; stay: () => void; leave: () => void }

/**
 * Holds a page change when `shouldHold` returns true, until someone answers. Kept here because React Router forgets the
 * held change when the page's data is reloaded, and the question would vanish unanswered.
 */
export function useLeaveGuard(shouldHold: ShouldHold): LeaveGuard {
  const navigate = useNavigate()
  const [target, setTarget] = useState<Target | null>(null)
  const mayLeave = useRef(false)
  const blocker = useBlocker((change) => !mayLeave.current && shouldHold(change))
  useEffect(() => {
    if (blocker.state === 'blocked') setTarget(blocker.location)
  }, [blocker])
  return {
    asking: target !== null,
    stay: () => {
      setTarget(null)
      if (blocker.state === 'blocked') blocker.reset()
    },
    leave: () => {
      setTarget(null)
      if (blocker.state === 'blocked') return blocker.proceed()
      if (!target) return
      mayLeave.current = true
      navigate(target)
      mayLeave.current = false
    },
  }
}
