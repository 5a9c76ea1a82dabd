import { impersonate, impersonateInput } from '#server/accounts/sign-in/impersonation.ts'
import { post } from '../http/calls.ts'
import { signedIn as signedInShape } from '../http/shapes.ts'
import { deviceOf } from '../session/device.ts'
import { signInReply } from '../session/replies.ts'

/** The tokens can be refreshed, and end within the hour. */
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
