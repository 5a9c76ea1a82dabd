import { recordStart } from '#server/shifts/hours/commands.ts'
import { recordedTime } from '#server/shifts/hours/contract.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

export const action = put(
  onRecord('shifts', {
    summary: 'Record when a shift began',
    requires: 'member',
    body: recordedTime,
    run: (ctx, { id, body }) => recordStart(ctx, id, body.datetime),
  }),
)
