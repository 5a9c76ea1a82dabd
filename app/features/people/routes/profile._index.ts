import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects the shortened URL to the viewer's profile. */
export const loader = () => redirect(paths.profile)
