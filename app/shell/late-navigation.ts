import { useEffect, useState } from 'react'
import { loadPart } from './connection/lazy-part.ts'

type Navigation = typeof import('./admin-navigation.tsx')

let navigation: Navigation | undefined

export function provideAdminNavigation(provided: Navigation): void {
  navigation = provided
}

/** Loads the admins' navigation, with an icon for each of their thirty screens, before an admin's page hydrates. */
export const loadAdminNavigation = () => loadPart(() => import('./admin-navigation.tsx')).then(provideAdminNavigation)

/** Undefined until loaded, for someone who becomes an admin on an open page. */
export function useAdminNavigation(admin: boolean): Navigation | undefined {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (admin && !navigation) loadAdminNavigation().then(() => setLoaded(true))
  }, [admin])
  return admin ? navigation : undefined
}
