import { publishShift } from '#server/publishing/commands.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

export const action = put(
  onRecord('shifts', { summary: 'Publish a shift', run: (ctx, { id }) => publishShift(ctx, id) }),
)
