import { put } from '#app/http/calls.ts'
import { notificationPreview } from '#app/http/shapes.ts'
import { assignRequest } from '#server/requests/answer/commands.ts'
import { assignedShift, assignInput } from '#server/requests/answer/contract.ts'

/** Without `shift` the person gets the best-fitting open shift of the event. */
export const action = put({
  summary: 'Assign a shift to the person who asked',
  undoable: true,
  requires: 'admin',
  body: assignInput,
  answer: assignedShift.extend({ notifies: notificationPreview }),
  run: (ctx, { id, body, app }) => assignRequest(ctx, app.collections, id, body),
})
