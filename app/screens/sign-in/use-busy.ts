import { useLocation, useNavigation } from '@remix-run/react'

/**
 * Whether the step is on its way. Not while the page is merely read again under an answer that is already shown: a button that
 * waits for that would swallow the Enter of a quick hand.
 */
export function useBusy(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return state === 'submitting' || (state === 'loading' && location.pathname !== pathname)
}
