import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

export const loader = () => redirect(paths.people)
