import { post } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { recoveryCodes } from '#app/http/shapes.ts'
import { factorParts } from '#app/session/parts.ts'
import { renewRecoveryCodes } from '#server/accounts/factors/commands.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'

/** Shown once; earlier codes no longer work. */
export const action = post(
  ownAccount({
    summary: 'Ten new recovery codes',
    answer: recoveryCodes,
    run: async ({ app, account, inSite }) => {
      await inSite(requireOwner)
      const recovery_codes = await renewRecoveryCodes(factorParts(app), account)
      await inSite((ctx) => recordFactorChange(ctx, 'recovery.renew'))
      return { recovery_codes }
    },
  }),
)
