import * as z from 'zod'
import { del, get } from '#app/http/calls.ts'
import { ids, instant, wholeNumber } from '#app/http/shapes.ts'
import { signOutReply } from '#app/session/replies.ts'
import { listSessions, signOutEverywhere } from '#server/accounts/sessions/session-commands.ts'

const session = z.object({
  id: wholeNumber,
  device: z.string(),
  ip: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
  impersonator: z.string().nullable(),
})

export const loader = get({
  summary: 'Your current sessions at this site, most recently used first',
  requires: 'member',
  answer: z.object({
    count: wholeNumber,
    order: ids,
    results: z.object({ sessions: z.record(z.string(), session) }),
  }),
  run: async (ctx) => {
    const sessions = await listSessions(ctx)
    return {
      count: sessions.length,
      order: sessions.map(({ id }) => id),
      results: { sessions: Object.fromEntries(sessions.map((session) => [session.id, session])) },
    }
  },
})

export const action = del({
  summary: 'Sign out everywhere, at every site and on this device',
  requires: 'member',
  answer: null,
  run: async (ctx) => {
    await signOutEverywhere(ctx)
    return new Response(null, { status: 204, headers: signOutReply({ 'cache-control': 'no-store' }) })
  },
})
