import { previewImportNotifications } from '#server/imports/commands.ts'
import { api } from '../http/api.ts'
import { readImportForm } from '../http/import-form.ts'

/** Whom an import would tell. It is tried out and taken back, which a transaction that only reads could not do. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  readBody: readImportForm,
  handle: (ctx, { body }) => previewImportNotifications(ctx, body),
})
export const loader = action
