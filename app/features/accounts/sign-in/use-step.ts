import { useSearchParams } from '@remix-run/react'
import { withNext } from '#app/shell/paths.ts'

export function useStep(): (path: string) => string {
  const [search] = useSearchParams()
  return (path) => withNext(path, search.get('next'))
}
