import { withNext } from '../shell/paths.ts'
import { ownPath } from './screen.ts'

/** Returns the address of the next step of signing in, with the page to return to if it is a path of this site. */
export function nextStep(request: Request): (path: string) => string {
  const next = new URL(request.url).searchParams.get('next')
  return (path) => withNext(path, next && ownPath(next))
}
