import { put } from '#app/http/calls.ts'
import { reopenRequests } from '#server/requests/answer/commands.ts'
import { reopenTogetherInput } from '#server/requests/answer/contract.ts'

/** Unsent messages about declining them are withdrawn. */
export const action = put({
  summary: 'Reopen several declined requests',
  requires: 'admin',
  answer: null,
  body: reopenTogetherInput,
  run: (ctx, { body }) => reopenRequests(ctx, body.requests),
})
