import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { notificationPreview, recipients } from '#app/http/shapes.ts'
import { previewAnswer } from '#server/requests/answer/commands.ts'
import { answerPreviewInput } from '#server/requests/answer/contract.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Who would be notified of an answer',
  requires: 'admin',
  body: answerPreviewInput,
  answer: z.object({ notifies: notificationPreview, recipients }),
  run: (ctx, { id, body, app }) => previewAnswer(ctx, app.collections, id, body),
})
