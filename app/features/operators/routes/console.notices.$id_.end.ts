import { redirect } from '@remix-run/node'
import { auditActor, consoleAction, numberIn } from '#app/http/console.ts'
import { paths } from '#app/shell/paths.ts'

export const action = consoleAction(async (operator, request) => {
  await request.app.console.endNotice(auditActor(operator, request), numberIn(request.params.id))
  return redirect(paths.consoleNotices)
})

export const loader = () => redirect(paths.consoleNotices)
