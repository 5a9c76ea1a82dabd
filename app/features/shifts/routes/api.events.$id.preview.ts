import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { notificationPreview, recipients } from '#app/http/shapes.ts'
import { previewRoster } from '#server/shifts/preview/commands.ts'
import { previewInput } from '#server/shifts/preview/contract.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Who would be notified of a change',
  requires: 'admin',
  body: previewInput,
  answer: z.object({
    notifies: notificationPreview,
    published: notificationPreview.optional(),
    recipients: recipients.optional(),
  }),
  run: (ctx, { id, body, app }) => previewRoster(ctx, app.collections, id, body),
})
