import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { publishShift } from '#server/publishing/commands.ts'

export const action = put(
  onRecord('shifts', { summary: 'Publish a shift', run: (ctx, { id }) => publishShift(ctx, id) }),
)
