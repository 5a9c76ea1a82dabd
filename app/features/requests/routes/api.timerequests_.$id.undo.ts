import { put } from '#app/http/calls.ts'
import { undoTimesAnswer } from '#server/requests/times/answer.ts'

/** Possible as long as the shift has not changed since and has not begun. */
export const action = put({
  summary: 'Undo the answer to someone who asked for different times',
  requires: 'admin',
  answer: null,
  run: (ctx, { id, app }) => undoTimesAnswer(ctx, app.collections, id),
})
