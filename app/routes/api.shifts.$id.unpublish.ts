import { unpublishShift } from '#server/publishing/commands.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

export const action = put(
  onRecord('shifts', { summary: 'Unpublish a shift', run: (ctx, { id }) => unpublishShift(ctx, id) }),
)
