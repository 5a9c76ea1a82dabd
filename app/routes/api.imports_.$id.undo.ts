import { pastImportById } from '#server/imports/queries.ts'
import { undoImport } from '#server/imports/undo.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

/** Takes an import back and answers with it; 409 says what stands in the way. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params }) => {
    const id = idFrom(params.id)
    await undoImport(ctx, id)
    return pastImportById(ctx.db, id)
  },
})
export const loader = action
