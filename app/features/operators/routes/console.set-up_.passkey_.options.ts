import { redirect } from '@remix-run/node'
import { consoleParts, consoleRelyingParty, consoleSignInAction } from '#app/http/console.ts'
import { pendingFactor } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { startOperatorPasskeyRegistration } from '#server/operators/sign-in.ts'

export const action = consoleSignInAction(({ app, request }) =>
  startOperatorPasskeyRegistration(consoleParts(app), consoleRelyingParty(app), pendingFactor(request).ticket),
)
export const loader = () => redirect(paths.consoleLogin)
