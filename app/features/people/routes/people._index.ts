import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects the shortened URL to the list of people. */
export const loader = () => redirect(paths.people)
