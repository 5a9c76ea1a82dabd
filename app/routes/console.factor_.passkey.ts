import { redirect } from '@remix-run/node'
import { passkeyInput } from '#server/accounts/factors/contract.ts'
import { confirmOperatorByPasskey } from '#server/operators/sign-in.ts'
import { consoleDoorAction, consoleParts, consoleParty } from '../http/console.ts'
import { enterConsole } from '../http/enter-console.ts'
import { parse } from '../http/parse.ts'
import { pendingFactor } from '../session/factor-cookie.ts'
import { paths } from '../shell/paths.ts'

/** POST {ticket, response}: signs the operator in with a passkey. */
export const action = consoleDoorAction(async ({ app, request, device }, body) => {
  pendingFactor(request)
  const given = parse(passkeyInput, body)
  return enterConsole(await confirmOperatorByPasskey(consoleParts(app), consoleParty(app), given, device))
})
export const loader = () => redirect(paths.consoleLogin)
