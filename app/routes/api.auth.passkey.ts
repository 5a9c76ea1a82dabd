import { finishWithPasskey } from '#server/accounts/factors/second-step.ts'
import { passkeyInput } from '#server/accounts/factors-contract.ts'
import { anonymous } from '../http/anonymous.ts'
import { post } from '../http/calls.ts'
import { signedIn as signedInShape } from '../http/shapes.ts'
import { factorParts, siteRelyingParty } from '../session/parts.ts'
import { signInReply } from '../session/replies.ts'

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
