import { anonymous } from '#app/http/anonymous.ts'
import { post } from '#app/http/calls.ts'
import { signedIn as signedInShape } from '#app/http/shapes.ts'
import { factorParts } from '#app/session/parts.ts'
import { signInReply } from '#app/session/replies.ts'
import { finishWithCode } from '#server/accounts/factors/second-step.ts'
import { factorInput } from '#server/accounts/factors-contract.ts'

export const action = post(
  anonymous({
    summary: 'Finish signing in with a second factor',
    body: factorInput,
    answer: signedInShape,
    run: async ({ app, site, body, device }) => {
      const session = await finishWithCode(factorParts(app), site, body, device)
      return app.withSite(site.id, (db) => signInReply(db, site, session))
    },
  }),
)
