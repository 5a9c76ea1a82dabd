import { put } from '#app/http/calls.ts'
import { retryFailed } from '#server/messages/sending/commands.ts'
import { retryAnswer } from '#server/messages/sending/contract.ts'

/** 409 for a message that has not been sent. */
export const action = put({
  summary: 'Queue the failed deliveries of a message again',
  requires: 'admin',
  status: 202,
  answer: retryAnswer,
  run: (ctx, { id }) => retryFailed(ctx, id),
})
