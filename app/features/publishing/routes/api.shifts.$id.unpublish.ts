import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { unpublishShift } from '#server/publishing/commands.ts'

export const action = put(
  onRecord('shifts', { summary: 'Unpublish a shift', run: (ctx, { id }) => unpublishShift(ctx, id) }),
)
