import { useSearchParams } from '@remix-run/react'
import { withNext } from '#app/shell/paths.ts'

/** Adds the page to return to to the links between sign-in steps. */
export function useStep(): (path: string) => string {
  const [search] = useSearchParams()
  return (path) => withNext(path, search.get('next'))
}
