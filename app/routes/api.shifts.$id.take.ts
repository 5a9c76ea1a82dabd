import { takeShift } from '#server/open-shifts/commands.ts'
import { takeInput } from '#server/requests/sign-up/contract.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

/** 409 with `obstacles`, and in `instead` the ids of other shifts that the caller could take. */
export const action = put(
  onRecord('shifts', {
    summary: 'Take an open shift',
    requires: 'member',
    body: takeInput,
    run: (ctx, { id, body }) => takeShift(ctx, id, body),
  }),
)
