import { withNext } from '../shell/paths.ts'
import { ownPath } from './screen.ts'

/** The next step of signing in: the earlier page goes along if it is an own path. */
export function nextStep(request: Request): (path: string) => string {
  const asked = new URL(request.url).searchParams.get('next')
  return (path) => withNext(path, asked && ownPath(asked))
}
