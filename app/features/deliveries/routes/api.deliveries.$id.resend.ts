import { put } from '#app/http/calls.ts'
import { candidate } from '#server/deliveries/explain/contract.ts'
import { resend } from '#server/messages/explain/resend.ts'

export const action = put({
  summary: 'Send a message to one person again, once',
  requires: 'admin',
  status: 202,
  answer: candidate,
  run: (ctx, { id, app }) => resend(ctx, app.collections, id),
})
