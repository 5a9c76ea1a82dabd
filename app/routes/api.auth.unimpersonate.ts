import { unimpersonate } from '#server/accounts/impersonation.ts'
import { api } from '../http/api.ts'
import { signedIn } from '../session/signed-in.ts'

/** POST with the tokens of an impersonation: the admin's own session goes on with new ones. */
export const action = api({
  methods: ['POST'],
  requires: 'member',
  access: 'write',
  handle: async (ctx) => signedIn(ctx.db, ctx.site, await unimpersonate(ctx)),
})
export const loader = action
