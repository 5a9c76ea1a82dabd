import { post } from '#app/http/calls.ts'
import { signOutReply } from '#app/session/replies.ts'
import { signOut } from '#server/accounts/sessions/session-commands.ts'

/** The answer is the same whether or not someone was signed in. */
export const action = post({
  summary: 'End the session',
  requires: 'anyone',
  answer: null,
  run: async (ctx) => {
    await signOut(ctx)
    return new Response(null, { status: 204, headers: signOutReply({ 'cache-control': 'no-store' }) })
  },
})
