import { redirect } from '@remix-run/node'
import { paths } from '../shell/paths.ts'

export const loader = () => redirect(paths.dashboard)
