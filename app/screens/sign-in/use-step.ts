import { useSearchParams } from '@remix-run/react'
import { withNext } from '../../shell/paths.ts'

/** Where a link between the steps of signing in leads: the page that somebody came for goes along. */
export function useStep(): (path: string) => string {
  const [search] = useSearchParams()
  return (path) => withNext(path, search.get('next'))
}
