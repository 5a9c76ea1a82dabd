import { passkeyInput } from '#server/accounts/factors/contract.ts'
import { finishWithPasskey } from '#server/accounts/factors/second-step.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { deviceOf } from '../session/device.ts'
import { factorParts, partyOf } from '../session/factor-parts.ts'
import { signedIn } from '../session/signed-in.ts'

/** POST {ticket, response}: signs in with a passkey, without a password or after it. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['POST'], async (app, site) => {
    const input = parse(passkeyInput, await readSignIn(args.request))
    const session = await finishWithPasskey(factorParts(app), partyOf(app, site), site, input, deviceOf(args.request))
    return json(await app.withSite(site.id, (db) => signedIn(db, site, session)))
  })
export const loader = action
