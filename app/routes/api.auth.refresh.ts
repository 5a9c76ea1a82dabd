import { refreshInput } from '#server/accounts/contract.ts'
import { refreshSession } from '#server/accounts/refresh.ts'
import { api } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'

export const action = api({
  methods: ['POST'],
  requires: 'anyone',
  access: 'write',
  readBody: readSignIn,
  handle: async (ctx, { request, body, app }) => {
    const outcome = await refreshSession(ctx, app.config.SESSION_SECRET, parse(refreshInput, body).refresh, {
      user_agent: request.headers.get('user-agent'),
      limits: app.limits,
    })
    if ('revoked' in outcome)
      return json({ detail: 'Your session has ended. Please sign in again.', code: outcome.revoked }, 401)
    return { access: outcome.access, refresh: outcome.refresh }
  },
})
export const loader = action
