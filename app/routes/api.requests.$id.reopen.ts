import { reopenRequest } from '#server/requests/answer/commands.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

/** Takes a declined request up again. */
export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, app }) => {
    const id = idFrom(params.id)
    await reopenRequest(ctx, id)
    return app.collections.get(ctx, 'requests', id)
  },
})
export const loader = action
