import { applyImport } from '#server/imports/commands.ts'
import { pastImports } from '#server/imports/queries.ts'
import { api } from '../http/api.ts'
import { readImportForm } from '../http/import-form.ts'

/** The site's last imports, newest first. */
export const loader = api({
  methods: ['GET', 'HEAD'],
  requires: 'admin',
  access: 'read',
  handle: async ({ db }) => ({ imports: await pastImports(db) }),
})

/** Carries out what a preview showed; the file comes again, with the digest of that preview. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  readBody: readImportForm,
  handle: (ctx, { body }) => applyImport(ctx, body),
})
