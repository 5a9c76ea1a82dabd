import { redirect } from '@remix-run/node'
import { NEW_PASSKEY_BODY } from '#app/http/body.ts'
import { consoleParts, consoleRelyingParty, consoleSignInAction } from '#app/http/console.ts'
import { recoveryCodesReply } from '#app/http/enter-console.ts'
import { parse } from '#app/http/parse.ts'
import { pendingFactor } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { newPasskeyInput } from '#server/accounts/factors-contract.ts'
import { addOperatorPasskey } from '#server/operators/sign-in.ts'

/** POST {ticket, response, name}: stores the operator's first passkey and signs them in. */
export const action = consoleSignInAction(async ({ app, request, device }, body) => {
  const given = { ...parse(newPasskeyInput, body), first: pendingFactor(request).ticket }
  return recoveryCodesReply(await addOperatorPasskey(consoleParts(app), consoleRelyingParty(app), given, device))
}, NEW_PASSKEY_BODY)
export const loader = () => redirect(paths.consoleLogin)
