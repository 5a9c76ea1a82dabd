import { signInInput } from '#server/accounts/contract.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { anonymous } from '../http/anonymous.ts'
import { post } from '../http/calls.ts'
import { signedIn as signedInShape } from '../http/shapes.ts'
import { accountParts } from '../session/parts.ts'
import { signInReply } from '../session/replies.ts'

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
