import { resetTokenInput } from '#server/accounts/registration-contract.ts'
import { resetPassword } from '#server/accounts/reset.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { accountParts } from '../session/account-parts.ts'
import { deviceOf } from '../session/device.ts'
import { signedIn } from '../session/signed-in.ts'

/** PUT or POST: sets the password and answers as signing in does. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['PUT', 'POST'], async (app, site) => {
    const input = parse(resetTokenInput, await readSignIn(args.request))
    const session = await resetPassword(accountParts(app), site, input, deviceOf(args.request))
    return json(await app.withSite(site.id, (db) => signedIn(db, site, session)))
  })
export const loader = action
