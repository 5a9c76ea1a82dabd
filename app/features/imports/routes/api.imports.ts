import * as z from 'zod'
import { get, post } from '#app/http/calls.ts'
import { importForm } from '#app/http/import-form.ts'
import { applyImport } from '#server/imports/commands.ts'
import { importResult, pastImport } from '#server/imports/contract.ts'
import { pastImports } from '#server/imports/queries.ts'

export const loader = get({
  summary: 'Recent imports, newest first',
  requires: 'admin',
  answer: z.object({ imports: z.array(pastImport) }),
  run: async ({ db }) => ({ imports: await pastImports(db) }),
})

/** The file is sent again, with the digest of its preview. */
export const action = post({
  summary: 'Import a previewed file',
  undoable: true,
  requires: 'admin',
  body: importForm,
  answer: importResult,
  run: (ctx, { body }) => applyImport(ctx, body),
})
