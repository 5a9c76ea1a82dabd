import { put } from '#app/http/calls.ts'
import { sendMessage } from '#server/messages/sending/commands.ts'
import { sendInput, sendingAnswer } from '#server/messages/sending/contract.ts'

/** Sends it now, or at `scheduled_for`. Idempotent. */
export const action = put({
  summary: 'Send or schedule a message',
  requires: 'admin',
  body: sendInput,
  status: 202,
  answer: sendingAnswer,
  run: (ctx, { id, body, app }) => sendMessage(ctx, app.collections, id, body),
})
