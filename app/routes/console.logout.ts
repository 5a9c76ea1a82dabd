import { redirect } from '@remix-run/node'
import { endOperatorSession } from '#server/operators/session.ts'
import { consoleAction, consoleParts } from '../http/console.ts'
import { signOutReply } from '../session/replies.ts'
import { paths } from '../shell/paths.ts'

export const action = consoleAction(async (operator, { app, device }) => {
  await endOperatorSession(consoleParts(app), operator, device)
  return redirect(paths.consoleLogin, { headers: signOutReply() })
})

export const loader = () => redirect(paths.consoleLogin)
