import { undoAssign } from '#server/requests/answer/commands.ts'
import { undoAsk } from '#server/requests/answer/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** Takes back what `assign` did, as long as the person is on that place. */
export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, body, app }) => {
    const id = idFrom(params.id)
    await undoAssign(ctx, app.collections, id, parse(undoAsk, body))
    return app.collections.get(ctx, 'requests', id)
  },
})
export const loader = action
