import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { withNext } from '../shell/paths.ts'
import { ownPath } from './screen.ts'

/** Maximum length of a repeated query: clients refuse a response whose head is longer than 16 kB. */
const MAX_QUERY = 2_000

/** Redirects to a path with the query of the URL. @param short replaces a query that is too long. */
export const redirectWithQuery = (path: string, { search }: URL, short = ''): Response =>
  redirect(path + (search.length > MAX_QUERY ? short : search))

/** Loader of a URL that only takes a form: redirects to the form's page, which refuses an unknown record. */
export const formPage =
  (page: (id: number) => string) =>
  ({ params }: LoaderFunctionArgs) =>
    redirect(page(Number(params.pk) || 0))

/** Returns the URL of the next step of signing in, with the page to return to if it is a path of this site. */
export function nextStep(request: Request): (path: string) => string {
  const next = new URL(request.url).searchParams.get('next')
  return (path) => withNext(path, next && ownPath(next))
}
