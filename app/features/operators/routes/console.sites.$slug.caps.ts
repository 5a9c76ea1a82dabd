import { redirect } from '@remix-run/node'
import { auditActor, consoleAction } from '#app/http/console.ts'
import { paths } from '#app/shell/paths.ts'

export const action = consoleAction(async (operator, request, body) => ({
  caps: await request.app.console.setCaps(auditActor(operator, request), request.params.slug ?? '', body),
}))

export const loader = () => redirect(paths.console)
