import { redirect } from '@remix-run/node'
import { paths } from '../shell/paths.ts'

/** Without a person it is the list (product decisions §4). */
export const loader = () => redirect(paths.people)
