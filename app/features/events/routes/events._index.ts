import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects to the calendar: the address that people shorten by hand. */
export const loader = () => redirect(paths.calendar)
