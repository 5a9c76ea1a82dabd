import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects the shortened URL to the calendar, which members can open too. */
export const loader = () => redirect(paths.calendar)
