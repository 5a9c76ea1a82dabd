import { factorChanged } from '#server/accounts/factors/changed.ts'
import { renewRecoveryCodes } from '#server/accounts/factors/commands.ts'
import { requireOwner } from '#server/accounts/recent-sign-in.ts'
import { personEdge } from '../http/person-edge.ts'
import { factorParts } from '../session/factor-parts.ts'

/** POST: ten new recovery codes, shown once; the older ones no longer work. */
export const action = personEdge(['POST'], async ({ app, account, inSite }) => {
  await inSite(requireOwner)
  const recovery_codes = await renewRecoveryCodes(factorParts(app), account)
  await inSite((ctx) => factorChanged(ctx, 'recovery.renew'))
  return { recovery_codes }
})
export const loader = action
