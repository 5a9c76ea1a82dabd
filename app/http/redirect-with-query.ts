import { redirect } from '@remix-run/node'

/** The longest query that is repeated: clients refuse an answer whose head is longer than 16 kB. */
const MAX_QUERY = 2_000

/** Redirects to a path with the query of the address. @param short replaces a query that is too long. */
export const redirectWithQuery = (path: string, { search }: URL, short = ''): Response =>
  redirect(path + (search.length > MAX_QUERY ? short : search))
