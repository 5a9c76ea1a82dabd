import { anonymous } from '#app/http/anonymous.ts'
import { post } from '#app/http/calls.ts'
import { signedIn as signedInShape } from '#app/http/shapes.ts'
import { accountParts } from '#app/session/parts.ts'
import { signInReply } from '#app/session/replies.ts'
import { signInInput } from '#server/accounts/contract.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'

export const action = post(
  anonymous({
    summary: 'Sign in',
    body: signInInput,
    answer: signedInShape,
    run: async ({ app, site, body, device }) => {
      const session = await signInWithPassword(accountParts(app), site, body, device)
      return app.withSite(site.id, (db) => signInReply(db, site, session))
    },
  }),
)
