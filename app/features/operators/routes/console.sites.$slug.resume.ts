import { redirect } from '@remix-run/node'
import { auditActor, consoleAction } from '#app/http/console.ts'
import { paths } from '#app/shell/paths.ts'

export const action = consoleAction(async (operator, request) =>
  request.app.console.resume(auditActor(operator, request), request.params.slug ?? ''),
)

export const loader = () => redirect(paths.console)
