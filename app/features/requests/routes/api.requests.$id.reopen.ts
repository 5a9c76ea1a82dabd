import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { reopenRequest } from '#server/requests/answer/commands.ts'

export const action = put(
  onRecord('requests', { summary: 'Reopen a declined request', run: (ctx, { id }) => reopenRequest(ctx, id) }),
)
