import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects the shortened URL to bulk email. */
export const loader = () => redirect(paths.messaging('email'))
