import { redirect } from '@remix-run/node'
import { startOperatorPasskeySignIn } from '#server/operators/sign-in.ts'
import { consoleParts, consoleRelyingParty, consoleSignInAction } from '../http/console.ts'
import { pendingFactor } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

/** POST: returns a passkey challenge for the operator whose password was right. */
export const action = consoleSignInAction(({ app, request }) =>
  startOperatorPasskeySignIn(consoleParts(app), consoleRelyingParty(app), pendingFactor(request).ticket),
)
export const loader = () => redirect(paths.consoleLogin)
