import { offerPasskey } from '#server/accounts/factors/passkeys.ts'
import { requireOwner } from '#server/accounts/recent-sign-in.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import { personEdge } from '../http/person-edge.ts'
import { factorParts, partyOf } from '../session/factor-parts.ts'

/** POST: what a browser needs to make a passkey. */
export const action = personEdge(['POST'], async ({ app, who, account, inSite }) => {
  await inSite(requireOwner)
  if (who.actor.kind !== 'person') throw forbidden()
  return offerPasskey(factorParts(app), partyOf(app, who.site), who.site.id, account, who.actor.person)
})
export const loader = action
