import { endPersonSessions } from '#server/accounts/sessions/session-commands.ts'
import { del } from '../http/calls.ts'

export const action = del({
  summary: 'Sign a person out of this site on every device',
  requires: 'admin',
  answer: null,
  run: (ctx, { id }) => endPersonSessions(ctx, id),
})
