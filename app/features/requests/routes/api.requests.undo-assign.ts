import { put } from '#app/http/calls.ts'
import { undoTogetherInput } from '#server/requests/answer/contract.ts'
import { undoTogether } from '#server/requests/answer/together.ts'

/** Possible as long as everyone is still on their shift. */
export const action = put({
  summary: 'Undo assignments that were made together',
  requires: 'admin',
  answer: null,
  body: undoTogetherInput,
  run: (ctx, { body, app }) => undoTogether(ctx, app.collections, body),
})
