import { post } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { passkeyChallenge } from '#app/http/shapes.ts'
import { factorParts, siteRelyingParty } from '#app/session/parts.ts'
import { startPasskeyRegistration } from '#server/accounts/factors/passkeys.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'

export const action = post(
  ownAccount({
    summary: 'What a browser needs to make a passkey',
    answer: passkeyChallenge,
    run: async ({ app, site, who, account, inSite }) => {
      await inSite(requireOwner)
      if (who.actor.kind !== 'person') throw forbidden()
      return startPasskeyRegistration(factorParts(app), siteRelyingParty(app, site), site.id, account, who.actor.person)
    },
  }),
)
