import { redirect } from '@remix-run/node'
import { newPasskeyInput } from '#server/accounts/factors/contract.ts'
import { addOperatorPasskey } from '#server/operators/sign-in.ts'
import { NEW_PASSKEY_BODY } from '../http/body.ts'
import { consoleDoorAction, consoleParts, consoleParty } from '../http/console.ts'
import { protectedConsole } from '../http/enter-console.ts'
import { parse } from '../http/parse.ts'
import { pendingFactor } from '../session/factor-cookie.ts'
import { paths } from '../shell/paths.ts'

/** POST {ticket, response, name}: stores the operator's first passkey and signs them in. */
export const action = consoleDoorAction(async ({ app, request, device }, body) => {
  const given = { ...parse(newPasskeyInput, body), first: pendingFactor(request).ticket }
  return protectedConsole(await addOperatorPasskey(consoleParts(app), consoleParty(app), given, device))
}, NEW_PASSKEY_BODY)
export const loader = () => redirect(paths.consoleLogin)
