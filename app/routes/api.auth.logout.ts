import { audit } from '#server/access/audit.ts'
import { revokeSession } from '#server/accounts/sessions.ts'
import { api } from '../http/api.ts'
import { expiredCookie } from '../session/cookie.ts'

const HEADERS = {
  'set-cookie': expiredCookie(),
  'clear-site-data': '"cache", "cookies", "storage"',
  'cache-control': 'no-store',
}

/** POST: 204 whether or not somebody was signed in. */
export const action = api({
  methods: ['POST'],
  requires: 'anyone',
  access: 'write',
  handle: async (ctx) => {
    if (ctx.actor.kind === 'person') {
      await revokeSession(ctx.db, ctx.actor.session, ctx.clock.now())
      await audit(ctx, { action: 'session.close', subject: 'people', subject_id: ctx.actor.person.id })
    }
    return new Response(null, { status: 204, headers: HEADERS })
  },
})
export const loader = action
