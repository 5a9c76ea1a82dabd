import { type useBlocker as Blocker, useBlocker, useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

type ShouldHold = Extract<Parameters<typeof Blocker>[0], (...args: never[]) => boolean>
type Target = Parameters<ShouldHold>[0]['nextLocation']

/** A page change that waits for an answer. */
export type LeaveGuard = { asking: boolean; stay: () => void; leave: () => void }

/**
 * Holds up a page change for which `shouldHold` says so, until somebody answers. React Router forgets the held change when
 * the page's data is read again meanwhile, and the question would vanish unanswered; it is kept here.
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
