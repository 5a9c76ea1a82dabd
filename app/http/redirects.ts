import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { withNext } from '../shell/paths.ts'
import { ownPath } from './screen.ts'

/** The longest query that is repeated: clients refuse an answer whose head is longer than 16 kB. */
const MAX_QUERY = 2_000

/** Redirects to a path with the query of the address. @param short replaces a query that is too long. */
export const redirectWithQuery = (path: string, { search }: URL, short = ''): Response =>
  redirect(path + (search.length > MAX_QUERY ? short : search))

/** The loader of an address that only takes a form: leads to the form's page, which refuses an unknown record itself. */
export const formPage =
  (page: (id: number) => string) =>
  ({ params }: LoaderFunctionArgs) =>
    redirect(page(Number(params.pk) || 0))

/** Returns the address of the next step of signing in, with the page to return to if it is a path of this site. */
export function nextStep(request: Request): (path: string) => string {
  const next = new URL(request.url).searchParams.get('next')
  return (path) => withNext(path, next && ownPath(next))
}
