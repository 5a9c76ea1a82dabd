import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { declineRequest } from '#server/requests/answer/commands.ts'
import { declineInput } from '#server/requests/answer/contract.ts'

/** The person is notified once. */
export const action = put(
  onRecord('requests', {
    summary: 'Decline a request',
    undoable: true,
    body: declineInput,
    run: (ctx, { id, body }) => declineRequest(ctx, id, body.reason),
  }),
)
