import { put } from '#app/http/calls.ts'
import { reopenRequests } from '#server/requests/answer/commands.ts'
import { reopenTogetherInput } from '#server/requests/answer/contract.ts'

/** Cancels unsent messages about declining them. */
export const action = put({
  summary: 'Reopen several declined requests',
  requires: 'admin',
  answer: null,
  body: reopenTogetherInput,
  run: (ctx, { body }) => reopenRequests(ctx, body.requests),
})
