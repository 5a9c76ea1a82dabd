import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { undoAssign } from '#server/requests/answer/commands.ts'
import { undoInput } from '#server/requests/answer/contract.ts'

/** Possible as long as the person is still on that shift. */
export const action = put(
  onRecord('requests', {
    summary: 'Undo an assignment',
    body: undoInput,
    run: (ctx, { id, body, app }) => undoAssign(ctx, app.collections, id, body),
  }),
)
