import { unimpersonate } from '#server/accounts/sign-in/impersonation.ts'
import { post } from '../http/calls.ts'
import { signedIn as signedInShape } from '../http/shapes.ts'
import { signInReply } from '../session/replies.ts'

/** Takes the tokens of an impersonation; the admin's own session continues with new ones. */
export const action = post({
  summary: 'Stop acting as a member',
  requires: 'member',
  answer: signedInShape,
  run: async (ctx) => signInReply(ctx.db, ctx.site, await unimpersonate(ctx)),
})
