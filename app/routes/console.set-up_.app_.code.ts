import { redirect } from '@remix-run/node'
import { codeInput } from '#server/accounts/factors-contract.ts'
import { finishOperatorTotpSetup } from '#server/operators/sign-in.ts'
import { consoleParts, consoleSignInAction } from '../http/console.ts'
import { recoveryCodesReply } from '../http/enter-console.ts'
import { parse } from '../http/parse.ts'
import { pendingFactor } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

/** POST {code}: finishes setting up the app and signs the operator in. */
export const action = consoleSignInAction(async ({ app, request, device }, body) => {
  const { code } = parse(codeInput, body)
  const { ticket } = pendingFactor(request)
  return recoveryCodesReply(await finishOperatorTotpSetup(consoleParts(app), { ticket, code }, device))
})
export const loader = () => redirect(paths.consoleLogin)
