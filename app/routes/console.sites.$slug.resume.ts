import { redirect } from '@remix-run/node'
import { auditActor, consoleAction } from '../http/console.ts'
import { paths } from '../shell/paths.ts'

export const action = consoleAction(async (operator, request) =>
  request.app.console.resume(auditActor(operator, request), request.params.slug ?? ''),
)

export const loader = () => redirect(paths.console)
