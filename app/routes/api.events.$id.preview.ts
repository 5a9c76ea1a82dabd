import { previewRoster } from '#server/shifts/preview/commands.ts'
import { previewInput } from '#server/shifts/preview/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** Who would be told if this were saved, published, taken back or removed. Nothing of it is stored. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: (ctx, { params, body, app }) =>
    previewRoster(ctx, app.collections, idFrom(params.id), parse(previewInput, body)),
})
export const loader = action
