import { factorInput } from '#server/accounts/factors/contract.ts'
import { finishWithCode } from '#server/accounts/factors/second-step.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { deviceOf } from '../session/device.ts'
import { factorParts } from '../session/factor-parts.ts'
import { signedIn } from '../session/signed-in.ts'

/** POST {ticket, code}: the second step of a sign-in, by a code of the app or a recovery code. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['POST'], async (app, site) => {
    const input = parse(factorInput, await readSignIn(args.request))
    const session = await finishWithCode(factorParts(app), site, input, deviceOf(args.request))
    return json(await app.withSite(site.id, (db) => signedIn(db, site, session)))
  })
export const loader = action
