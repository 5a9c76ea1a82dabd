import * as z from 'zod'
import { get, put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { decideEvent } from '#server/events/decide/commands.ts'
import { callOff, decideInput } from '#server/events/decide/contract.ts'
import { readCallOff } from '#server/events/decide/queries.ts'

export const loader = get({
  summary: 'Who called off an event and when, and how many people were notified',
  requires: 'admin',
  answer: z.object({ called_off: callOff }),
  run: async (ctx, { id, app }) => {
    await app.collections.get(ctx, 'events', id)
    return { called_off: await readCallOff(ctx.db, id) }
  },
})

/** After the undo window, calling off notifies everyone on a shift and everyone who asked for one. */
export const action = put(
  onRecord('events', {
    summary: 'Decide whether an event goes ahead or is called off',
    undoable: true,
    body: decideInput,
    run: (ctx, { id, body }) => decideEvent(ctx, id, body),
  }),
)
