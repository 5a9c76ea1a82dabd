import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { importForm } from '#app/http/import-form.ts'
import { notificationPreview } from '#app/http/shapes.ts'
import { previewImportNotifications } from '#server/imports/commands.ts'

/** Runs the import and rolls it back, which needs a write transaction. */
export const action = post({
  summary: 'Who would be notified of an import',
  requires: 'admin',
  body: importForm,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { body }) => previewImportNotifications(ctx, body),
})
