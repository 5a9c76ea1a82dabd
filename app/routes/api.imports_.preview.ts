import { previewImport } from '#server/imports/commands.ts'
import { api } from '../http/api.ts'
import { readImportForm } from '../http/import-form.ts'

/** What an import would do, row by row. Reads only, in a transaction that could not write. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'read',
  readBody: readImportForm,
  handle: (ctx, { body }) => previewImport(ctx, body),
})
export const loader = action
