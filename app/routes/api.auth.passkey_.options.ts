import { ticketInput } from '#server/accounts/factors/contract.ts'
import { beginPasskey } from '#server/accounts/factors/second-step.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { deviceOf } from '../session/device.ts'
import { factorParts, partyOf } from '../session/factor-parts.ts'

/** POST {ticket?}: a challenge for one of the account's passkeys, or without a ticket for whichever its user chooses. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['POST'], async (app, site) => {
    const { ticket } = parse(ticketInput.partial(), await readSignIn(args.request))
    await app.limits.take('passkey_challenge', { site: site.id, ip: deviceOf(args.request).ip })
    return json(await beginPasskey(factorParts(app), partyOf(app, site), site, ticket))
  })
export const loader = action
