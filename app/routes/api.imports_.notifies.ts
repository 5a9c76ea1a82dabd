import * as z from 'zod'
import { previewImportNotifications } from '#server/imports/commands.ts'
import { post } from '../http/calls.ts'
import { importForm } from '../http/import-form.ts'
import { notificationPreview } from '../http/shapes.ts'

/** Runs the import and rolls it back, which needs a write transaction. */
export const action = post({
  summary: 'Who would be notified of an import',
  requires: 'admin',
  body: importForm,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { body }) => previewImportNotifications(ctx, body),
})
