import * as z from 'zod'
import { previewImportNotifications } from '#server/imports/commands.ts'
import { post } from '../http/calls.ts'
import { importForm } from '../http/import-form.ts'
import { notificationPreview } from '../http/shapes.ts'

/** The import is tried and rolled back, which a transaction that only reads could not do. */
export const action = post({
  summary: 'Who would be notified of an import',
  requires: 'admin',
  body: importForm,
  answer: z.object({ notifies: notificationPreview }),
  run: (ctx, { body }) => previewImportNotifications(ctx, body),
})
