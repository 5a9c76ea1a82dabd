import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** Redirects to the list without a person. */
export const loader = () => redirect(paths.people)
