import { redirect } from '@remix-run/node'
import { paths } from '../shell/paths.ts'

/** Without a person it is the list. */
export const loader = () => redirect(paths.people)
