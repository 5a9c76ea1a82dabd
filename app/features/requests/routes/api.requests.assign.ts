import { put } from '#app/http/calls.ts'
import { notificationPreview } from '#app/http/shapes.ts'
import { assignedTogether, assignTogetherInput } from '#server/requests/answer/contract.ts'
import { assignTogether } from '#server/requests/answer/together.ts'

/** All or nothing. */
export const action = put({
  summary: 'Assign shifts to people who asked, together',
  undoable: true,
  requires: 'admin',
  body: assignTogetherInput,
  answer: assignedTogether.extend({ notifies: notificationPreview }),
  run: (ctx, { body, app }) => assignTogether(ctx, app.collections, body),
})
