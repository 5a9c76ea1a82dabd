import { SIGN_IN_BODY } from '#app/http/body.ts'
import { post } from '#app/http/calls.ts'
import { json } from '#app/http/problem.ts'
import { tokens } from '#app/http/shapes.ts'
import { refreshInput } from '#server/accounts/contract.ts'
import { refreshSession } from '#server/accounts/sessions/refresh.ts'

export const action = post({
  summary: 'Refresh the tokens',
  requires: 'anyone',
  body: refreshInput,
  limit: SIGN_IN_BODY,
  answer: tokens,
  run: async (ctx, { request, body, app }) => {
    const outcome = await refreshSession(ctx, app.config.SESSION_SECRET, body.refresh, {
      user_agent: request.headers.get('user-agent'),
      limits: app.limits,
    })
    if ('revoked' in outcome)
      return json({ detail: 'Your session has ended. Please sign in again.', code: outcome.revoked }, 401)
    return { access: outcome.access, refresh: outcome.refresh }
  },
})
