import { listSessions, signOutEverywhere } from '#server/accounts/session-commands.ts'
import { api } from '../http/api.ts'
import { signedOut } from '../session/signed-out.ts'

/** GET: one's own live sessions at this site, the latest used first. */
export const loader = api({
  methods: ['GET', 'DELETE'],
  requires: 'member',
  access: 'read',
  handle: async (ctx) => {
    const sessions = await listSessions(ctx)
    return {
      count: sessions.length,
      order: sessions.map(({ id }) => id),
      results: { sessions: Object.fromEntries(sessions.map((session) => [session.id, session])) },
    }
  },
})

/** DELETE: signs out everywhere, at every site and on this device too. */
export const action = api({
  methods: ['GET', 'DELETE'],
  requires: 'member',
  access: 'write',
  handle: async (ctx) => {
    await signOutEverywhere(ctx)
    return new Response(null, { status: 204, headers: signedOut({ 'cache-control': 'no-store' }) })
  },
})
