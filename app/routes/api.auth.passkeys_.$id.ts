import { removePasskey } from '#server/accounts/factors/passkeys.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'
import { del } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { factorParts } from '../session/parts.ts'

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
