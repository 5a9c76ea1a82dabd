import { useLocation, useNavigation } from '@remix-run/react'

/**
 * Whether the step is being submitted. False while the page only reloads its data: a loading button would swallow a
 * quick Enter.
 */
export function useBusy(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return state === 'submitting' || (state === 'loading' && location.pathname !== pathname)
}
