import { redirect } from '@remix-run/node'
import { auditActor, consoleAction } from '#app/http/console.ts'
import { paths } from '#app/shell/paths.ts'

/** POST `change` (add, check or remove) and `name`. */
export const action = consoleAction(async (operator, request, body) => ({
  domain: await request.app.console.changeDomain(auditActor(operator, request), request.params.slug ?? '', body),
}))

export const loader = () => redirect(paths.console)
