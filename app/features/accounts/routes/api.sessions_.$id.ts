import { del } from '#app/http/calls.ts'
import { endSession } from '#server/accounts/sessions/session-commands.ts'

export const action = del({
  summary: 'End one of your sessions',
  requires: 'member',
  answer: null,
  run: (ctx, { id }) => endSession(ctx, id),
})
