import { redirect } from '@remix-run/node'
import { audit } from '#server/access/audit.ts'
import { revokeSession } from '#server/accounts/sessions.ts'
import { screenAction } from '../http/screen.ts'
import { expiredCookie } from '../session/cookie.ts'

/** Ends the session on the server, then goes to hello (specification §2.1, user menu). */
export const action = screenAction({
  requires: 'anyone',
  handle: async (ctx) => {
    if (ctx.actor.kind === 'person') {
      await revokeSession(ctx.db, ctx.actor.session, ctx.clock.now())
      await audit(ctx, { action: 'session.close', subject: 'people', subject_id: ctx.actor.person.id })
    }
    return redirect('/hello', { headers: { 'set-cookie': expiredCookie(), 'clear-site-data': '"cache"' } })
  },
})

export const loader = () => redirect('/hello')
