import { takeInput } from '#server/requests/sign-up/contract.ts'
import { takeOpenShift } from '#server/waiting/commands.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

/** 409 with `obstacles`, and in `instead` the ids of other shifts that the caller could take. */
export const action = put(
  onRecord('shifts', {
    summary: 'Take an open shift',
    undoable: true,
    requires: 'member',
    body: takeInput,
    run: (ctx, { id, body }) => takeOpenShift(ctx, id, body),
  }),
)
