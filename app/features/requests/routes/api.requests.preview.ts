import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { notificationPreview, recipients } from '#app/http/shapes.ts'
import { previewTogetherInput } from '#server/requests/answer/contract.ts'
import { previewTogether } from '#server/requests/answer/together.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Who would be notified of an answer to several requests',
  requires: 'admin',
  body: previewTogetherInput,
  answer: z.object({ notifies: notificationPreview, recipients }),
  run: (ctx, { body, app }) => previewTogether(ctx, app.collections, body),
})
