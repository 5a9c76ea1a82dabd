import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { recordEnd } from '#server/shifts/hours/commands.ts'
import { recordedTime } from '#server/shifts/hours/contract.ts'

export const action = put(
  onRecord('shifts', {
    summary: 'Record when a shift ended',
    requires: 'member',
    body: recordedTime,
    run: (ctx, { id, body }) => recordEnd(ctx, id, body.datetime),
  }),
)
