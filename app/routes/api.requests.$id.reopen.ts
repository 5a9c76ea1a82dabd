import { reopenRequest } from '#server/requests/answer/commands.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

export const action = put(
  onRecord('requests', { summary: 'Reopen a declined request', run: (ctx, { id }) => reopenRequest(ctx, id) }),
)
