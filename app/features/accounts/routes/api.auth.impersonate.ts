import { post } from '#app/http/calls.ts'
import { signedIn as signedInShape } from '#app/http/shapes.ts'
import { deviceOf } from '#app/session/device.ts'
import { signInReply } from '#app/session/replies.ts'
import { impersonate, impersonateInput } from '#server/accounts/sign-in/impersonation.ts'

/** The tokens can be refreshed, and expire within the hour. */
export const action = post({
  summary: 'Act as a member for an hour',
  requires: 'admin',
  body: impersonateInput,
  answer: signedInShape,
  run: async (ctx, { request, body: { person } }) => {
    const session = await impersonate(ctx, person, deviceOf(request))
    const impersonator = ctx.actor.kind === 'person' ? { id: ctx.actor.person.id, name: ctx.actor.person.name } : null
    return signInReply(ctx.db, ctx.site, { ...session, person }, impersonator)
  },
})
