import { redirect } from '@remix-run/node'
import { newPasskeyInput } from '#server/accounts/factors-contract.ts'
import { addOperatorPasskey } from '#server/operators/sign-in.ts'
import { NEW_PASSKEY_BODY } from '../http/body.ts'
import { consoleParts, consoleRelyingParty, consoleSignInAction } from '../http/console.ts'
import { recoveryCodesReply } from '../http/enter-console.ts'
import { parse } from '../http/parse.ts'
import { pendingFactor } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

/** POST {ticket, response, name}: stores the operator's first passkey and signs them in. */
export const action = consoleSignInAction(async ({ app, request, device }, body) => {
  const given = { ...parse(newPasskeyInput, body), first: pendingFactor(request).ticket }
  return recoveryCodesReply(await addOperatorPasskey(consoleParts(app), consoleRelyingParty(app), given, device))
}, NEW_PASSKEY_BODY)
export const loader = () => redirect(paths.consoleLogin)
