import { factorChanged } from '#server/accounts/factors/changed.ts'
import { newPasskeyInput } from '#server/accounts/factors/contract.ts'
import { addPasskey } from '#server/accounts/factors/passkeys.ts'
import { requireOwner } from '#server/accounts/recent-sign-in.ts'
import { NEW_PASSKEY_BODY } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'
import { json } from '../http/problem.ts'
import { factorParts, partyOf } from '../session/factor-parts.ts'

/** POST {ticket, response, name}: stores the passkey that a browser just made. */
export const action = personEdge(
  ['POST'],
  async ({ app, who, account, body, inSite }) => {
    await inSite(requireOwner)
    const given = parse(newPasskeyInput, body)
    const recovery_codes = await addPasskey(factorParts(app), partyOf(app, who.site), who.site.id, account, given)
    await inSite((ctx) => factorChanged(ctx, 'passkey.add'))
    return json({ recovery_codes }, 201)
  },
  NEW_PASSKEY_BODY,
)
export const loader = action
