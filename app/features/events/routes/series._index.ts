import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects to the calendar, which members reach too: the address that people shorten by hand. */
export const loader = () => redirect(paths.calendar)
