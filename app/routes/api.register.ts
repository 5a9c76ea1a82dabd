import { register } from '#server/accounts/register.ts'
import { registerInput } from '#server/accounts/registration-contract.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'

/** POST: 204, also when it was done before. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['POST'], async (app, site) => {
    const input = parse(registerInput, await readSignIn(args.request))
    await register(accountParts(app), site, input, deviceOf(args.request))
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  })
export const loader = action
