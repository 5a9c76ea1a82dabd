import * as z from 'zod'
import { previewTimesAnswer } from '#server/requests/times/answer.ts'
import { timesPreviewInput } from '#server/requests/times/contract.ts'
import { post } from '../http/calls.ts'
import { notificationPreview } from '../http/shapes.ts'

/** Nothing is stored. */
export const action = post({
  summary: 'Who would be notified of an answer about other times',
  requires: 'admin',
  body: timesPreviewInput,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { id, body, app }) => previewTimesAnswer(ctx, app.collections, id, body),
})
