import { post } from '#app/http/calls.ts'
import { importForm } from '#app/http/import-form.ts'
import { previewImport } from '#server/imports/commands.ts'
import { importPreview } from '#server/imports/contract.ts'

/** Reads only, in a transaction that could not write. */
export const action = post({
  summary: 'What an import would do, row by row',
  requires: 'admin',
  access: 'read',
  body: importForm,
  answer: importPreview,
  run: (ctx, { body }) => previewImport(ctx, body),
})
