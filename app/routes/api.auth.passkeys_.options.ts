import { startPasskeyRegistration } from '#server/accounts/factors/passkeys.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import { post } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { passkeyChallenge } from '../http/shapes.ts'
import { factorParts, siteRelyingParty } from '../session/parts.ts'

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
