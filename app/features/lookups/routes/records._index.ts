import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects to the API documentation, which lists every collection with a link to its records. */
export const loader = () => redirect(paths.allRecords)
