import { post } from '#app/http/calls.ts'
import { pastImport } from '#server/imports/contract.ts'
import { pastImportById } from '#server/imports/queries.ts'
import { undoImport } from '#server/imports/undo.ts'

export const action = post({
  summary: 'Undo an import',
  undoable: true,
  requires: 'admin',
  answer: pastImport,
  run: async (ctx, { id }) => {
    await undoImport(ctx, id)
    return pastImportById(ctx.db, id)
  },
})
