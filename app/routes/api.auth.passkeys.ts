import { addPasskey } from '#server/accounts/factors/passkeys.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { newPasskeyInput } from '#server/accounts/factors-contract.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'
import { NEW_PASSKEY_BODY } from '../http/body.ts'
import { post } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { recoveryCodes } from '../http/shapes.ts'
import { factorParts, siteRelyingParty } from '../session/parts.ts'

export const action = post(
  ownAccount({
    summary: 'Store a passkey that a browser has just made',
    body: newPasskeyInput,
    limit: NEW_PASSKEY_BODY,
    answer: recoveryCodes,
    status: 201,
    run: async ({ app, site, account, body, inSite }) => {
      await inSite(requireOwner)
      const recovery_codes = await addPasskey(factorParts(app), siteRelyingParty(app, site), site.id, account, body)
      await inSite((ctx) => recordFactorChange(ctx, 'passkey.add'))
      return { recovery_codes }
    },
  }),
)
