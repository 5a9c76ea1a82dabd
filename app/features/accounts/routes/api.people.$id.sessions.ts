import { del } from '#app/http/calls.ts'
import { endPersonSessions } from '#server/accounts/sessions/session-commands.ts'

export const action = del({
  summary: 'Sign a person out of this site on every device',
  requires: 'admin',
  answer: null,
  run: (ctx, { id }) => endPersonSessions(ctx, id),
})
