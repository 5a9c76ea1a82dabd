import { anonymous } from '#app/http/anonymous.ts'
import { post } from '#app/http/calls.ts'
import { signedIn as signedInShape } from '#app/http/shapes.ts'
import { factorParts, siteRelyingParty } from '#app/session/parts.ts'
import { signInReply } from '#app/session/replies.ts'
import { finishWithPasskey } from '#server/accounts/factors/second-step.ts'
import { passkeyInput } from '#server/accounts/factors-contract.ts'

/** Without a password or after it. */
export const action = post(
  anonymous({
    summary: 'Sign in with a passkey',
    body: passkeyInput,
    answer: signedInShape,
    run: async ({ app, site, body, device }) => {
      const session = await finishWithPasskey(factorParts(app), siteRelyingParty(app, site), site, body, device)
      return app.withSite(site.id, (db) => signInReply(db, site, session))
    },
  }),
)
