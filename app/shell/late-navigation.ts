import { useEffect, useState } from 'react'
import { loadPart } from './connection/lazy-part.ts'

type Navigation = typeof import('./admin-navigation.tsx')

let navigation: Navigation | undefined

/** Provides the navigation of admins: on the server at once, in the browser when it is loaded. */
export function provideAdminNavigation(provided: Navigation): void {
  navigation = provided
}

/** Loads the navigation of admins, with an icon for each of their thirty screens: before an admin's page begins to work. */
export const loadAdminNavigation = () => loadPart(() => import('./admin-navigation.tsx')).then(provideAdminNavigation)

/** Returns the navigation of admins once it is there; somebody who becomes one on an open page waits for it. */
export function useAdminNavigation(admin: boolean): Navigation | undefined {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (admin && !navigation) loadAdminNavigation().then(() => setLoaded(true))
  }, [admin])
  return admin ? navigation : undefined
}
