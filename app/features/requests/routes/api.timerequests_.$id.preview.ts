import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { notificationPreview } from '#app/http/shapes.ts'
import { previewTimesAnswer } from '#server/requests/times/answer.ts'
import { timesPreviewInput } from '#server/requests/times/contract.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Who would be notified of an answer about different times',
  requires: 'admin',
  body: timesPreviewInput,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { id, body, app }) => previewTimesAnswer(ctx, app.collections, id, body),
})
