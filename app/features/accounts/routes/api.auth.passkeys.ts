import { NEW_PASSKEY_BODY } from '#app/http/body.ts'
import { post } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { recoveryCodes } from '#app/http/shapes.ts'
import { factorParts, siteRelyingParty } from '#app/session/parts.ts'
import { addPasskey } from '#server/accounts/factors/passkeys.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { newPasskeyInput } from '#server/accounts/factors-contract.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'

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
