import { del } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { factorParts } from '#app/session/parts.ts'
import { removePasskey } from '#server/accounts/factors/passkeys.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'

export const action = del(
  ownAccount({
    summary: 'Remove a passkey',
    answer: null,
    run: async ({ app, account, id, inSite }) => {
      await inSite(requireOwner)
      await removePasskey(factorParts(app), account, id)
      await inSite((ctx) => recordFactorChange(ctx, 'passkey.remove'))
    },
  }),
)
