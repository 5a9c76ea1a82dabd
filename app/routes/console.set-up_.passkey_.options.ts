import { redirect } from '@remix-run/node'
import { startOperatorPasskeyRegistration } from '#server/operators/sign-in.ts'
import { consoleDoorAction, consoleParts, consoleParty } from '../http/console.ts'
import { pendingFactor } from '../session/factor-cookie.ts'
import { paths } from '../shell/paths.ts'

/** POST: returns the options for creating the operator's first passkey. */
export const action = consoleDoorAction(({ app, request }) =>
  startOperatorPasskeyRegistration(consoleParts(app), consoleParty(app), pendingFactor(request).ticket),
)
export const loader = () => redirect(paths.consoleLogin)
