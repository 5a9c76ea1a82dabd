import { calls, del, put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { recordStart, takeBackStart } from '#server/shifts/hours/commands.ts'
import { recordedTime } from '#server/shifts/hours/contract.ts'

const record = put(
  onRecord('shifts', {
    summary: 'Record when a shift began',
    requires: 'member',
    body: recordedTime,
    run: (ctx, { id, body }) => recordStart(ctx, id, body.datetime),
  }),
)

const takeBack = del(
  onRecord('shifts', {
    summary: 'Undo a start that was recorded by mistake, for ten minutes',
    requires: 'member',
    run: (ctx, { id }) => takeBackStart(ctx, id),
  }),
)

export const action = calls(record, takeBack)
