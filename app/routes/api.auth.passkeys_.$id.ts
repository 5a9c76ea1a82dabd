import { factorChanged } from '#server/accounts/factors/changed.ts'
import { removePasskey } from '#server/accounts/factors/passkeys.ts'
import { requireOwner } from '#server/accounts/recent-sign-in.ts'
import { idFrom } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'
import { factorParts } from '../session/factor-parts.ts'

/** DELETE: the passkey no longer signs in. */
export const action = personEdge(['DELETE'], async ({ app, account, params, inSite }) => {
  await inSite(requireOwner)
  await removePasskey(factorParts(app), account, idFrom(params.id))
  await inSite((ctx) => factorChanged(ctx, 'passkey.remove'))
  return null
})
export const loader = action
