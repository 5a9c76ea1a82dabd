import { revokeApiKey } from '#server/apikeys/commands.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, app }) => {
    const id = idFrom(params.id)
    await revokeApiKey(ctx, id)
    return app.collections.get(ctx, 'apikeys', id)
  },
})
export const loader = action
