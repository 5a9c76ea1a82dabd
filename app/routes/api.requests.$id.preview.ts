import { previewAnswer } from '#server/requests/answer/commands.ts'
import { answerPreviewInput } from '#server/requests/answer/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** Who would be told if the request were answered so. Nothing of it is stored. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: (ctx, { params, body, app }) =>
    previewAnswer(ctx, app.collections, idFrom(params.id), parse(answerPreviewInput, body)),
})
export const loader = action
