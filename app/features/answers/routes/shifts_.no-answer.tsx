import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** The old address of the people who have not replied, who are in To do. */
export const loader = () => redirect(paths.toDoKind('silent'))
