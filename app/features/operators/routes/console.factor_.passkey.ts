import { redirect } from '@remix-run/node'
import { consoleParts, consoleRelyingParty, consoleSignInAction } from '#app/http/console.ts'
import { redirectToConsole } from '#app/http/enter-console.ts'
import { parse } from '#app/http/parse.ts'
import { pendingFactor } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { passkeyInput } from '#server/accounts/factors-contract.ts'
import { confirmOperatorByPasskey } from '#server/operators/sign-in.ts'

/** POST {ticket, response}: signs the operator in with a passkey. */
export const action = consoleSignInAction(async ({ app, request, device }, body) => {
  pendingFactor(request)
  const given = parse(passkeyInput, body)
  return redirectToConsole(await confirmOperatorByPasskey(consoleParts(app), consoleRelyingParty(app), given, device))
})
export const loader = () => redirect(paths.consoleLogin)
