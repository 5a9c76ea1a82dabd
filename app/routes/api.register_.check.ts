import { checkEmail } from '#server/accounts/register.ts'
import { checkInput } from '#server/accounts/registration-contract.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'

export const action = (args: ApiArgs) =>
  apiEdge(args, ['POST'], async (app, site) => {
    const { email } = parse(checkInput, await readSignIn(args.request))
    return json(await checkEmail(accountParts(app), site, email, deviceOf(args.request)))
  })
export const loader = action
