import { put } from '#app/http/calls.ts'
import { declineRequests } from '#server/requests/answer/commands.ts'
import { declineTogetherInput } from '#server/requests/answer/contract.ts'

/** The person is notified once, of all of them. */
export const action = put({
  summary: 'Decline several requests of one person',
  undoable: true,
  requires: 'admin',
  answer: null,
  body: declineTogetherInput,
  run: (ctx, { body }) => declineRequests(ctx, body.requests, body.reason),
})
