import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { takeInput } from '#server/requests/sign-up/contract.ts'
import { takeOpenShift } from '#server/waiting/commands.ts'

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
