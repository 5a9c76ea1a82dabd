import * as z from 'zod'
import { previewAnswer } from '#server/requests/answer/commands.ts'
import { answerPreviewInput } from '#server/requests/answer/contract.ts'
import { post } from '../http/calls.ts'
import { notificationPreview, recipients } from '../http/shapes.ts'

/** Nothing is stored. */
export const action = post({
  summary: 'Who would be notified of an answer',
  requires: 'admin',
  body: answerPreviewInput,
  answer: z.object({ notifies: notificationPreview, recipients }),
  run: (ctx, { id, body, app }) => previewAnswer(ctx, app.collections, id, body),
})
