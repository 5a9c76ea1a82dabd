import { impersonate, impersonateInput } from '#server/accounts/impersonation.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'
import { deviceOf } from '../session/device.ts'
import { signedIn } from '../session/signed-in.ts'

/** POST {person}: tokens of that person. They can be refreshed, and end within the hour. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { request, body }) => {
    const { person } = parse(impersonateInput, body)
    const session = await impersonate(ctx, person, deviceOf(request))
    const by = ctx.actor.kind === 'person' ? { id: ctx.actor.person.id, name: ctx.actor.person.name } : null
    return signedIn(ctx.db, ctx.site, { ...session, person }, by)
  },
})
export const loader = action
