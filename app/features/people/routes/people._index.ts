import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects to the list of people: the address that people shorten by hand. */
export const loader = () => redirect(paths.people)
