import { resetCheckInput } from '#server/accounts/registration-contract.ts'
import { checkResetToken } from '#server/accounts/reset.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'

/** PUT or POST: 200 with the email, or 400 with the message under `token`. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['PUT', 'POST'], async (app, site) => {
    const { token } = parse(resetCheckInput, await readSignIn(args.request))
    return json(await checkResetToken(accountParts(app), site, token, deviceOf(args.request)))
  })
export const loader = action
