import { anonymous } from '#app/http/anonymous.ts'
import { calls, post, put } from '#app/http/calls.ts'
import { signedIn as signedInShape } from '#app/http/shapes.ts'
import { accountParts } from '#app/session/parts.ts'
import { signInReply } from '#app/session/replies.ts'
import { resetPassword } from '#server/accounts/passwords/reset.ts'
import { resetTokenInput } from '#server/accounts/registration-contract.ts'

const reset = anonymous({
  summary: 'Choose a new password and sign in',
  body: resetTokenInput,
  answer: signedInShape,
  run: async ({ app, site, body, device }) => {
    const session = await resetPassword(accountParts(app), site, body, device)
    return app.withSite(site.id, (db) => signInReply(db, site, session))
  },
})

export const action = calls(put(reset), post(reset))
