import { redirect } from '@remix-run/node'
import { consoleParts, consoleSignInAction } from '#app/http/console.ts'
import { recoveryCodesReply } from '#app/http/enter-console.ts'
import { parse } from '#app/http/parse.ts'
import { pendingFactor } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { codeInput } from '#server/accounts/factors-contract.ts'
import { finishOperatorTotpSetup } from '#server/operators/sign-in.ts'

/** POST {code}: completes the set-up of the app and signs the operator in. */
export const action = consoleSignInAction(async ({ app, request, device }, body) => {
  const { code } = parse(codeInput, body)
  const { ticket } = pendingFactor(request)
  return recoveryCodesReply(await finishOperatorTotpSetup(consoleParts(app), { ticket, code }, device))
})
export const loader = () => redirect(paths.consoleLogin)
