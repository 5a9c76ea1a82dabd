import { redirect } from '@remix-run/node'
import { auditActor, consoleAction, numberIn } from '#app/http/console.ts'
import { consolePaths } from '../console-paths.ts'

export const action = consoleAction(async (operator, request) => {
  await request.app.console.endNotice(auditActor(operator, request), numberIn(request.params.id))
  return redirect(consolePaths.notices)
})

export const loader = () => redirect(consolePaths.notices)
