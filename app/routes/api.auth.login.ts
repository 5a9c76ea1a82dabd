import { loginInput } from '#server/accounts/contract.ts'
import { logIn } from '#server/accounts/login.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'
import { signedIn } from '../session/signed-in.ts'

/** POST: two transactions, since the password is checked between them and outside of both. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['POST'], async (app, site) => {
    const input = parse(loginInput, await readSignIn(args.request))
    const session = await logIn(accountParts(app), site, input, deviceOf(args.request))
    return json(await app.withSite(site.id, (db) => signedIn(db, site, session)))
  })
export const loader = action
