import { redirect } from '@remix-run/node'
import { startOperatorPasskeyRegistration } from '#server/operators/sign-in.ts'
import { consoleParts, consoleRelyingParty, consoleSignInAction } from '../http/console.ts'
import { pendingFactor } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

/** POST: returns the options for creating the operator's first passkey. */
export const action = consoleSignInAction(({ app, request }) =>
  startOperatorPasskeyRegistration(consoleParts(app), consoleRelyingParty(app), pendingFactor(request).ticket),
)
export const loader = () => redirect(paths.consoleLogin)
