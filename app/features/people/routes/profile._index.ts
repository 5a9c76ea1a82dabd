import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects to one's own profile: the address that people shorten by hand. */
export const loader = () => redirect(paths.profile)
