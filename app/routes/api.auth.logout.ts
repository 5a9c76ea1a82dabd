import { signOut } from '#server/accounts/session-commands.ts'
import { api } from '../http/api.ts'
import { signedOut } from '../session/signed-out.ts'

/** POST: 204 whether or not somebody was signed in. */
export const action = api({
  methods: ['POST'],
  requires: 'anyone',
  access: 'write',
  handle: async (ctx) => {
    await signOut(ctx)
    return new Response(null, { status: 204, headers: signedOut({ 'cache-control': 'no-store' }) })
  },
})
export const loader = action
