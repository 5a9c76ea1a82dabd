import { redirect } from '@remix-run/node'
import { consoleAction, consoleParts } from '#app/http/console.ts'
import { signOutReply } from '#app/session/replies.ts'
import { paths } from '#app/shell/paths.ts'
import { endOperatorSession } from '#server/operators/session.ts'

export const action = consoleAction(async (operator, { app, device }) => {
  await endOperatorSession(consoleParts(app), operator, device)
  return redirect(paths.consoleLogin, { headers: signOutReply() })
})

export const loader = () => redirect(paths.consoleLogin)
