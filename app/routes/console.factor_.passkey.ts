import { redirect } from '@remix-run/node'
import { passkeyInput } from '#server/accounts/factors-contract.ts'
import { confirmOperatorByPasskey } from '#server/operators/sign-in.ts'
import { consoleParts, consoleRelyingParty, consoleSignInAction } from '../http/console.ts'
import { redirectToConsole } from '../http/enter-console.ts'
import { parse } from '../http/parse.ts'
import { pendingFactor } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

/** POST {ticket, response}: signs the operator in with a passkey. */
export const action = consoleSignInAction(async ({ app, request, device }, body) => {
  pendingFactor(request)
  const given = parse(passkeyInput, body)
  return redirectToConsole(await confirmOperatorByPasskey(consoleParts(app), consoleRelyingParty(app), given, device))
})
export const loader = () => redirect(paths.consoleLogin)
