import { post } from '#app/http/calls.ts'
import { signedIn as signedInShape } from '#app/http/shapes.ts'
import { signInReply } from '#app/session/replies.ts'
import { unimpersonate } from '#server/accounts/sign-in/impersonation.ts'

/** Accepts the tokens of an impersonation; the admin's session continues with new ones. */
export const action = post({
  summary: 'Stop acting as a member',
  requires: 'member',
  answer: signedInShape,
  run: async (ctx) => signInReply(ctx.db, ctx.site, await unimpersonate(ctx)),
})
