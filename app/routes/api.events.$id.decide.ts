import { decideEvent } from '#server/events/decide/commands.ts'
import { decideInput } from '#server/events/decide/contract.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

/** Calling off notifies, when the undo window is over, everybody on a shift and everybody who asked for one. */
export const action = put(
  onRecord('events', {
    summary: 'Decide whether an event goes ahead or is called off',
    body: decideInput,
    run: (ctx, { id, body }) => decideEvent(ctx, id, body),
  }),
)
