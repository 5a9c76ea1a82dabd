import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects to the documentation of the API, which lists every collection and leads to its records. */
export const loader = () => redirect(paths.allRecords)
